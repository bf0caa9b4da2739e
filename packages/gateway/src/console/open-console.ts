import { type Console, type ConsoleService, createConsole, Refusal } from '@flight-offset/console';
import { forSpreadsheets } from '../csv/for-spreadsheets.ts';
import { attentionOf } from './attention.ts';
import { brandOf } from './brand.ts';
import { byOf } from './by.ts';
import type { ConsoleParts } from './console-parts.ts';
import { creditsOf } from './credits.ts';
import { developersOf } from './developers.ts';
import { createDoctor } from './doctor.ts';
import { exportOrders } from './export-orders.ts';
import { findAudit } from './find/audit.ts';
import { findOrders } from './find/orders.ts';
import { findOrderOfAnyMerchant } from './find/search-orders.ts';
import { findWebhook, findWebhooks } from './find/webhooks.ts';
import { moneyOf } from './money.ts';
import { createOverview } from './overview.ts';
import { invitePerson, listPeople, removePerson } from './people.ts';
import { reconciliationOf } from './reconciliation.ts';
import { recordPaid } from './record-paid.ts';
import { previewRefund, refundOnce } from './refund-once.ts';
import { rethrowAsRefusal } from './rethrow-as-refusal.ts';
import { showOrderDetail } from './show-order.ts';
import { sessionsOf } from './sign-in/console-sessions.ts';
import { webhookActs } from './webhook-acts.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

function merchantsOf({ orders: { db } }: ConsoleParts): ConsoleService['merchants'] {
  const query = () => db.reader.selectFrom('merchants').select(['id', 'name']);
  return {
    find: (id) => query().where('id', '=', id).executeTakeFirst(),
    list: () => query().orderBy('name').orderBy('id').execute(),
  };
}

function ordersOf({ orders: context, provider }: ConsoleParts): ConsoleService['orders'] {
  const { db, now } = context;
  return {
    list: (merchantId, filter, cursor) => findOrders(db, now(), { merchantId, filter, cursor }),
    locate: (search) => findOrderOfAnyMerchant(db, search),
    find: (merchantId, orderId) => showOrderDetail(context, merchantId, orderId),
    export: async (...given) => forSpreadsheets(await exportOrders(db, ...given)),
    previewRefund: (merchantId, orderId, kilograms) =>
      previewRefund(context, { merchantId, orderId }, kilograms),
    refund: (actor, merchantId, orderId, request) =>
      refundOnce(context, { merchantId, orderId }, request, byOf(actor)),
    recordPaid: (actor, merchantId, orderId, paid) =>
      recordPaid({ orders: context, provider }, { merchantId, orderId }, paid, byOf(actor)),
  };
}

function webhooksOf({ orders: context, sealer }: ConsoleParts): ConsoleService['webhooks'] {
  const { db } = context;
  return {
    list: (merchantId, filter, cursor) => findWebhooks(db, { merchantId, filter, cursor }),
    find: (merchantId, webhookId) => findWebhook(db, merchantId, webhookId),
    endpoints: (merchantId) => webhookEndpoints(db, merchantId),
    ...webhookActs(context, sealer),
  };
}

function overviewOf({ orders, sealer, config }: ConsoleParts): ConsoleService['overview'] {
  const { db, now } = orders;
  return {
    read: createOverview(orders),
    attention: (merchantId) => attentionOf(db, merchantId, now()),
    doctor: createDoctor({ db, sealer, config, now }),
  };
}

function peopleOf({ orders, config }: ConsoleParts): ConsoleService['people'] {
  const { db } = orders;
  return {
    list: (merchantId = '') => listPeople(db, merchantId),
    async invite(actor, merchantId = '', invitation) {
      const given = { merchantId, hasLink: config.signInLinks, ...invitation };
      return rethrowAsRefusal(invitePerson(orders, given, byOf(actor)));
    },
    async remove(actor, merchantId = '', { id, ...form }) {
      if (id === actor.personId) throw new Refusal('You cannot remove yourself.');
      const leaving = { merchantId, id, form: { ...form, at: orders.now() } };
      await rethrowAsRefusal(removePerson(db, leaving, byOf(actor)));
    },
  };
}

/** Opens the console of a gateway. */
export function openConsole(parts: ConsoleParts): Console {
  const { orders, sealer, config } = parts;
  const { db, now, publicUrl } = orders;
  const { sandbox } = config;
  return createConsole({
    origin: new URL(publicUrl).origin,
    sandbox,
    now,
    sessions: sessionsOf(parts),
    merchants: merchantsOf(parts),
    orders: ordersOf(parts),
    webhooks: webhooksOf(parts),
    overview: overviewOf(parts),
    people: peopleOf(parts),
    money: moneyOf(orders),
    developers: developersOf(orders, sealer),
    brand: brandOf(db),
    credits: creditsOf({ db, sealer, publicUrl, now, sandbox }),
    reconciliation: reconciliationOf(orders, config),
    audit: { list: (merchantId = '', cursor) => findAudit(db, merchantId, cursor) },
  });
}

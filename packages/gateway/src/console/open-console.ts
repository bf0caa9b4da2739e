import { type Console, type ConsoleService, createConsole, Refusal } from '@flight-offset/console';
import type { Config } from '../config.ts';
import type { Sealer } from '../credentials/seal.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { sharedBudget } from '../http/shared-budget.ts';
import type { OrderContext } from '../orders/context.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { attentionOf } from './attention.ts';
import { brandOf } from './brand.ts';
import { byOf } from './by.ts';
import { creditsOf } from './credits.ts';
import { developersOf } from './developers.ts';
import { createDoctor } from './doctor.ts';
import { explained } from './explained.ts';
import { exportOrders } from './export-orders.ts';
import { findAudit } from './find-audit.ts';
import { findOrders } from './find-orders.ts';
import { findWebhook, findWebhooks } from './find-webhooks.ts';
import { moneyOf } from './money.ts';
import { createOverview } from './overview.ts';
import { invitePerson, listPeople, removePerson } from './people.ts';
import { reconciliationOf } from './reconciliation.ts';
import { LINK_LIMIT, redeemLink } from './redeem-link.ts';
import { sandboxPerson } from './sandbox-person.ts';
import { endSession, findSession, openSession } from './sessions.ts';
import { showOrderDetail } from './show-order.ts';
import { createProviderSignIn } from './sign-in-provider.ts';
import { webhookActs } from './webhook-acts.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

/** What the console is given of its gateway. */
export interface ConsoleParts {
  readonly orders: OrderContext;
  readonly sealer: Sealer;
  readonly config: Config;
  /** Whether anyone may open it by one press: no real money moves here. */
  readonly sandbox: boolean;
}

/** Where staff sign in; undefined where no identity provider is configured. */
function providerOf({ orders, sealer, config }: ConsoleParts): ConsoleService['sessions']['provider'] {
  const { GATEWAY_OIDC_ISSUER: issuer } = config;
  const { GATEWAY_OIDC_CLIENT_ID: clientId, GATEWAY_OIDC_CLIENT_SECRET: clientSecret } = config;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return createProviderSignIn(orders, sealer, { issuer, clientId, clientSecret });
}

function sessionsOf(parts: ConsoleParts): ConsoleService['sessions'] {
  const { orders, sandbox } = parts;
  const { db, now } = orders;
  const lease = db.engine === 'postgres' ? sharedBudget(db, LINK_LIMIT) : undefined;
  const limiter = createRateLimiter(LINK_LIMIT, now, lease);
  return {
    find: (token) => findSession(orders, token),
    end: (token) => endSession(orders, token),
    sandbox: sandbox ? async (role) => openSession(orders, await sandboxPerson(orders, role)) : undefined,
    redeem: (link, address) => redeemLink(orders, limiter, { link, address }),
    provider: providerOf(parts),
  };
}

function merchantsOf({ orders: { db } }: ConsoleParts): ConsoleService['merchants'] {
  const query = () => db.reader.selectFrom('merchants').select(['id', 'name']);
  return {
    find: (id) => query().where('id', '=', id).executeTakeFirst(),
    list: () => query().orderBy('name').orderBy('id').execute(),
  };
}

function ordersOf({ orders: context }: ConsoleParts): ConsoleService['orders'] {
  const { db, now } = context;
  return {
    list: (merchantId, filter, cursor) => findOrders(db, now(), { merchantId, filter, cursor }),
    find: (merchantId, orderId) => showOrderDetail(context, merchantId, orderId),
    export: (merchantId, filter) => exportOrders(db, merchantId, filter),
    async refund(actor, merchantId, orderId, { kilograms, reason }) {
      const input = {
        ...(kilograms !== undefined && { emission_amount: kilograms }),
        ...(reason !== undefined && { reason }),
      };
      await explained(requestRefund(context, merchantId, orderId, { input, by: byOf(actor) }));
    },
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

function peopleOf({ orders }: ConsoleParts): ConsoleService['people'] {
  const { db } = orders;
  return {
    list: (merchantId = '') => listPeople(db, merchantId),
    invite: (actor, merchantId = '', invitation) =>
      explained(invitePerson(orders, { merchantId, ...invitation }, byOf(actor))),
    async remove(actor, merchantId = '', id) {
      if (id === actor.personId) throw new Refusal('You cannot remove yourself.');
      await explained(removePerson(db, { merchantId, id }, byOf(actor)));
    },
  };
}

/** Opens the console of a gateway. */
export function openConsole(parts: ConsoleParts): Console {
  const { orders, sealer, sandbox } = parts;
  const { db, now, publicUrl } = orders;
  return createConsole({
    origin: new URL(parts.orders.publicUrl).origin,
    sandbox: parts.sandbox,
    now: parts.orders.now,
    sessions: sessionsOf(parts),
    merchants: merchantsOf(parts),
    orders: ordersOf(parts),
    webhooks: webhooksOf(parts),
    overview: overviewOf(parts),
    people: peopleOf(parts),
    money: moneyOf(orders),
    developers: developersOf(db, sealer),
    brand: brandOf(db),
    credits: creditsOf({ db, sealer, publicUrl, now, sandbox }),
    reconciliation: reconciliationOf(orders, parts.config),
    audit: { list: (merchantId = '', cursor) => findAudit(parts.orders.db, merchantId, cursor) },
  });
}

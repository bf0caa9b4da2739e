import { counted } from '../../counted.ts';
import { formatIds } from '../../format-ids.ts';
import { findBounced } from '../../payments/find-bounced.ts';
import { findOverduePayments, findOverdueRefunds } from '../../payments/find-overdue.ts';
import { findUnclaimed } from '../../payments/find-unclaimed.ts';
import { isRefundClaimed } from '../../payments/refund-claim.ts';
import { INSUFFICIENT_FUNDS } from '../../providers/provider.ts';
import { lacksCredits } from '../../refunds/refunded-credits.ts';
import { unkeptOf } from '../../refunds/unkept.ts';
import type { RefundRow } from '../../store/schema.ts';
import { timeSpan } from '../../time-span.ts';
import { type Check, type CheckContext, fault, LATE_MS, ok, warning } from './check.ts';

/**
 * Returns the next step for payments or refunds of a former provider, which no serving process calls.
 * @returns undefined if all of them belong to the configured provider, or none is set here.
 */
function formerProviderStep(
  rows: readonly { readonly provider: string | null }[],
  { provider, sandbox, GATEWAY_PROVIDER }: CheckContext['config'],
): string | undefined {
  // The environment of this command lacks the gateway's provider settings.
  if (!sandbox && GATEWAY_PROVIDER === undefined) return undefined;
  const former = rows.flatMap((row) =>
    row.provider === null || row.provider === provider ? [] : row.provider,
  );
  if (former.length === 0) return undefined;
  return `with the settings of ${formatIds(former)} in place of those of ${provider}, every five minutes: flight-offset-gateway payments reconcile`;
}

/**
 * Returns the next step for refunds that their provider has not accepted.
 * @param isSending whether a serving process is sending some of them.
 */
function refundStep(stuck: readonly RefundRow[], isSending: boolean, config: CheckContext['config']): string {
  const unsent = stuck.filter(({ provider_reference }) => provider_reference === null);
  const former = formerProviderStep(unsent, config);
  if (former)
    return `${former}; or, where its account is closed: flight-offset-gateway refunds paid REFUND --unchecked`;
  const providers = formatIds((unsent.length > 0 ? unsent : stuck).map(({ provider }) => provider ?? ''));
  if (unsent.length > 0) {
    const start = isSending ? 'wait: a serving process sends it again' : 'start a serving process';
    return `${start}, or at once: flight-offset-gateway payments reconcile; or refund it at ${providers} by hand, which the gateway notices; or pay the traveller another way, then: flight-offset-gateway refunds paid REFUND`;
  }
  if (stuck.some((one) => one.fault === INSUFFICIENT_FUNDS))
    return `top up the balance at ${providers}, which holds the refund until then`;
  return 'look in the log of a serving process for background work that failed (refunds)';
}

/** Checks of payments, refunds and disputes: the database and the provider's records agree. */
export const paymentChecks: readonly Check[] = [
  {
    name: 'Provider webhooks are arriving',
    async run({ db, config, now }) {
      if (config.provider === 'sandbox') return ok();
      const payments = db.kysely.selectFrom('payments').where('provider', '=', config.provider);
      const last = await db.kysely
        .selectFrom('provider_events')
        .select(({ fn }) => fn.max<number | null>('received_at').as('at'))
        .where('provider', '=', config.provider)
        .executeTakeFirstOrThrow();
      const [begun, reconciled] = await Promise.all([
        payments
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('created_at', '<', now() - LATE_MS)
          .executeTakeFirstOrThrow(),
        payments
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('state', '=', 'captured')
          .where('learned_by', '=', 'question')
          .where('updated_at', '>', last.at ?? 0)
          .executeTakeFirstOrThrow(),
      ]);
      const address = `${config.GATEWAY_PUBLIC_URL ?? ''}/providers/${config.provider}/events`;
      const next = `have the provider send its webhooks to ${address}, and look at its log of them`;
      if (reconciled.count > 0) {
        const since =
          last.at === null ? 'none has ever arrived' : `the last arrived ${timeSpan(now() - last.at)} ago`;
        return warning(
          `${counted(reconciled.count, 'payment')} found by reconciling, not by a webhook; ${since}`,
          next,
        );
      }
      if (last.at !== null) return ok(`the last one arrived ${timeSpan(now() - last.at)} ago`);
      if (begun.count === 0) return ok('nobody has paid yet');
      return warning(`${counted(begun.count, 'payment')} started, no webhook yet`, next);
    },
  },
  {
    name: 'State of every payment is known',
    async run({ db, config, now }) {
      const open = await findOverduePayments(db.kysely, now() - LATE_MS);
      if (open.length === 0) return ok();
      const orders = formatIds(open.map(({ order_id }) => order_id));
      const why = open.find(({ fault: one }) => one !== null)?.fault;
      const former = formerProviderStep(open, config);
      if (why === undefined)
        return fault(`not reconciled: ${orders}`, former ?? 'start a serving process: it reconciles them');
      return fault(
        `unknown: ${orders} (${why})`,
        former ?? 'check the key and the account, then: flight-offset-gateway payments reconcile',
      );
    },
  },
  {
    name: 'Provider has accepted pending refunds',
    async run({ db, config, now }) {
      const late = await findOverdueRefunds(db.kysely, now() - LATE_MS);
      if (late.length === 0) return ok();
      // After a strike, more refunds wait than are sent in ten minutes: those without a refusal only wait for their
      // turn.
      const isSending = late.some((one) => isRefundClaimed(one, now()));
      const stuck = isSending ? late.filter(({ attempts }) => attempts > 0) : late;
      if (stuck.length === 0)
        return warning(
          `a serving process is sending ${counted(late.length, 'refund')}, one after another`,
          'wait, or start another serving process: each sends as many',
        );
      const why = stuck.find(({ fault: one }) => one !== null)?.fault;
      return fault(
        `still to be refunded: ${formatIds(stuck.map(({ order_id }) => order_id))}${why ? ` (${why})` : ''}`,
        refundStep(stuck, isSending, config),
      );
    },
  },
  {
    name: 'Refunds reach their payers',
    async run({ db, now }) {
      const bounced = await findBounced(db.kysely, now());
      if (bounced.length === 0) return ok();
      const orders = formatIds(bounced.map(({ order_id }) => order_id));
      return warning(
        `a refund of ${orders} failed in the last 30 days, and nothing has been refunded since`,
        'flight-offset-gateway orders refund ORDER, or pay the traveller another way, then: flight-offset-gateway refunds paid REFUND',
      );
    },
  },
  {
    name: 'Surplus payments are refunded',
    async run({ db }) {
      const payments = await db.kysely
        .selectFrom('payments')
        .selectAll()
        .where('state', '=', 'captured')
        .whereRef('received_minor', '>', 'kept_minor')
        .execute();
      const unkept: string[] = [];
      for (const payment of payments) {
        const refunds = await db.kysely
          .selectFrom('refunds')
          .selectAll()
          .where('merchant_id', '=', payment.merchant_id)
          .where('payment_id', '=', payment.id)
          .execute();
        if (unkeptOf(payment, refunds) > 0) unkept.push(payment.order_id);
      }
      if (unkept.length === 0) return ok();
      return fault(
        `received, not kept and not refunded: ${formatIds(unkept)}`,
        'for each, whose order stays as it is: flight-offset-gateway orders refund ORDER --surplus; or, once it is paid another way: flight-offset-gateway refunds paid REFUND',
      );
    },
  },
  {
    name: 'Every payment belongs to an order',
    async run({ db }) {
      const found = await findUnclaimed(db.kysely);
      if (found.length === 0) return ok();
      const next =
        'see flight-offset-gateway payments unclaimed; refund each at the provider, then: flight-offset-gateway payments resolve REFERENCE';
      return fault(
        `payments whose orders are not in this database: ${formatIds(found.map((one) => one.reference))}`,
        next,
      );
    },
  },
  {
    name: 'Every completed order has its credits',
    async run({ db }) {
      // A bounced refund takes its credits out of stock again, if enough are left for its order.
      const bounced = await db.kysely
        .selectFrom('refunds')
        .innerJoin('orders', (join) =>
          join
            .onRef('orders.merchant_id', '=', 'refunds.merchant_id')
            .onRef('orders.id', '=', 'refunds.order_id'),
        )
        .select(['orders.merchant_id', 'orders.id', 'orders.grams'])
        .distinct()
        .where('state', '=', 'failed')
        .where('credits', '=', 'returned')
        .execute();
      const short: string[] = [];
      for (const order of bounced) if (await lacksCredits(db.kysely, order)) short.push(order.id);
      if (short.length === 0) return ok();
      return fault(
        `a refund of ${formatIds(short)} bounced, and its credits are missing`,
        'refund it another way',
      );
    },
  },
  {
    name: 'No payment is disputed',
    async run({ db }) {
      const open = await db.kysely
        .selectFrom('refunds')
        .select('order_id')
        .where('state', '=', 'pending')
        .where('cause', '=', 'dispute')
        .execute();
      if (open.length === 0) return ok();
      const orders = formatIds(open.map(({ order_id }) => order_id));
      return warning(`open disputes of ${orders}`, 'send evidence at the provider before its deadline');
    },
  },
];

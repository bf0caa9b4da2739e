import type { OrderContext } from '../orders/context.ts';
import type { ExpiredOrder } from '../orders/end/expire.ts';
import { openPaymentsOf } from '../orders/end/open-payments.ts';
import { isPastHold } from '../orders/hold.ts';
import { MAX_WAIT_MS } from '../providers/check-schedule.ts';
import type { Provider, Report } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import type { PaymentRow } from '../store/schema.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import { DAY_MS } from '../time-span.ts';
import { applyReport, learnOfMoney } from './apply-report.ts';
import { askAbout } from './ask-about.ts';

/** What asking a provider brought to light. */
export interface Reconciliation {
  /** Number of payments checked with the provider. */
  readonly checked: number;
  /** Those of them whose outcome is now known. */
  readonly settled: number;
  /** The first thing that went wrong; the rest was done nevertheless. */
  readonly fault?: unknown;
}

/**
 * Asks the provider about open payments whose turn it is: its event may have been lost. One whose order no longer waits, or
 * has waited long enough, is closed.
 * @param options `all`: whether their turn or not.
 */
export async function checkOpenPayments(
  context: OrderContext,
  provider: Provider,
  { limit = 20, all = false }: { readonly limit?: number; readonly all?: boolean } = {},
): Promise<Reconciliation> {
  const at = context.now();
  const due = await context.db.kysely
    .selectFrom('payments')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.merchant_id', '=', 'payments.merchant_id')
        .onRef('orders.id', '=', 'payments.order_id'),
    )
    .selectAll('payments')
    .select(['orders.status as order_status', 'orders.expires_at'])
    .where('payments.provider', '=', provider.name)
    .where('payments.check_at', all ? 'is not' : '<=', all ? null : at)
    .where((eb) => eb.or([eb('payments.state', '<>', 'opening'), eb('payments.check_at', '<=', at)]))
    .orderBy('payments.check_at')
    .limit(limit)
    .execute();
  let settled = 0;
  let fault: unknown;
  for (const { order_status: status, expires_at, ...payment } of due) {
    try {
      const isUnwanted = status !== 'pending' || isPastHold({ status, expires_at }, at);
      const state = await askAbout(context, provider, payment, { close: isUnwanted });
      if (state === 'paid' || state === 'closed') settled += 1;
    } catch (error) {
      fault ??= error;
    }
  }
  return { checked: due.length, settled, ...(fault === undefined ? {} : { fault }) };
}

/** How long an expired order waits for a provider that cannot say what became of its payment, milliseconds. */
export const PATIENCE_MS: number = 3 * DAY_MS;

/**
 * Whether an order whose time is over may fail: every open payment of it is checked with the provider first, and closed
 * there. A payment whose money is on its way, and a provider that does not respond, keep the order waiting for
 * three days more; a gateway that did not run meanwhile has to try more than once. Money that comes after that is refunded.
 */
export async function mayExpireUnpaid(
  context: OrderContext,
  provider: Provider,
  order: ExpiredOrder,
): Promise<boolean> {
  const open: PaymentRow[] = await openPaymentsOf(context.db.kysely, order).selectAll().execute();
  const at = context.now();
  let mayWait = at < order.expires_at + PATIENCE_MS;
  let known = true;
  for (const payment of open) {
    try {
      const state =
        payment.provider === provider.name
          ? await askAbout(context, provider, payment, { close: true })
          : 'processing';
      if (state !== 'closed' && state !== 'paid') known = false;
    } catch (error) {
      // Where it is the provider's: noted with the payment, and reported by doctor.
      known = false;
      // It was not checked for so long: the payer may have paid meanwhile, and one question without a response says little.
      // What is not noted would be the first again and again.
      if (error instanceof ProviderError && payment.updated_at < at - 2 * MAX_WAIT_MS) mayWait = true;
    }
  }
  return known || !mayWait;
}

const OVERLAP_MS = 3_600_000;
const MAX_LOOKBACK_MS = 30 * DAY_MS;
/** How long after a provider has made a refund the payer's bank may still send it back, milliseconds. */
const BOUNCE_MS = 30 * DAY_MS;

/** Name of the setting which says until when a provider's books were compared. It is restored with a backup. */
export function comparedUntilSetting(provider: string): string {
  return `payments_compared_until:${provider}`;
}

/**
 * Compares the provider's books with the database: payments, refunds and disputes since the last time, or since a given
 * moment. After a restore the last time is that of the backup, so that what came later is found. Refunds that failed after
 * the provider had made them are found too, with the first comparison of a day.
 * @returns how many reports were of money of this gateway's, and how many of them of orders it does not know.
 */
export async function reconcileBooks(
  context: OrderContext,
  provider: Provider,
  since?: number,
): Promise<{ readonly reports: number; readonly unclaimed: number }> {
  const { db, now } = context;
  const began = now();
  const name = comparedUntilSetting(provider.name);
  const last = Math.min(Number((await readSetting(db.kysely, name)) ?? began - DAY_MS), began);
  const from = since ?? Math.max(last - OVERLAP_MS, began - MAX_LOOKBACK_MS);
  let reports = 0;
  let unclaimed = 0;
  async function count(report: Report): Promise<void> {
    const applied = await take(context, provider, report);
    if (applied !== 'ignored') reports += 1;
    if (applied === 'unclaimed') unclaimed += 1;
  }
  for await (const report of provider.reportsSince(from)) await count(report);
  // Once a day: the list is long, and next to nothing on it has changed.
  if (since !== undefined || Math.floor(last / DAY_MS) < Math.floor(began / DAY_MS)) {
    for await (const report of provider.refundsSince(began - BOUNCE_MS))
      if (report.state === 'failed') await count(report);
  }
  // What lies between the last time and a later moment that was given is still to be compared.
  if (since !== undefined && since > last) return { reports, unclaimed };
  await writeSetting(db.kysely, name, String(began));
  return { reports, unclaimed };
}

/** Refunds come by themselves, so that money need only be known. */
function take(context: OrderContext, provider: Provider, report: Report): ReturnType<typeof applyReport> {
  return report.kind === 'money'
    ? learnOfMoney(context, provider, report.paymentReference, 'question')
    : applyReport(context, provider, report);
}

import type { OrderContext } from '../orders/context.ts';
import type { Provider, Report } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { isDatabaseUnavailable } from '../store/database-unavailable.ts';
import { isTransient } from '../store/repeat-transient.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import { DAY_MS, HOUR_MS } from '../time-span.ts';
import { applyMissingPayment, applyReport } from './apply-report.ts';

const OVERLAP_MS = HOUR_MS;
/** Maximum time after a refund in which the payer's bank may still send it back, milliseconds. */
const BOUNCE_MS = 30 * DAY_MS;

/** Name of the setting that states until when a provider's books have been compared. It is restored with a backup. */
export function comparedUntilSetting(provider: string): string {
  return `payments_compared_until:${provider}`;
}

/**
 * Compares the provider's books with the database: payments, refunds and disputes since the last time, or since a given
 * moment. After a restore the last time is that of the backup, so that everything later is found, and so is everything
 * from while no gateway ran, however long. The first comparison of a day also finds refunds that failed after the
 * provider had made them.
 * @throws the fault of the first report that cannot be applied, once all others are: the next time finds it again.
 * @returns how many reports were about this gateway's money, and how many of those were for unknown orders.
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
  const from = since ?? last - OVERLAP_MS;
  let reports = 0;
  let unclaimed = 0;
  const faults: unknown[] = [];
  async function applyAndCount(report: Report): Promise<void> {
    try {
      const applied = await applyFromBooks(context, provider, report);
      if (applied !== 'ignored') reports += 1;
      if (applied === 'unclaimed') unclaimed += 1;
    } catch (error) {
      if (isOutage(error)) throw error;
      faults.push(error);
    }
  }
  for await (const report of provider.reportsSince(from)) await applyAndCount(report);
  // Once a day: the list is long, and next to nothing on it has changed.
  if (since !== undefined || Math.floor(last / DAY_MS) < Math.floor(began / DAY_MS)) {
    for await (const report of provider.refundsSince(Math.min(from, last) - BOUNCE_MS))
      if (report.state === 'failed') await applyAndCount(report);
  }
  if (faults.length > 0) throw faults[0];
  // The books between the last time and a later `since` are not compared yet.
  if (since !== undefined && since > last) return { reports, unclaimed };
  await writeSetting(db.kysely, name, String(began));
  return { reports, unclaimed };
}

/** Whether each further report would fail too. */
function isOutage(error: unknown): boolean {
  return error instanceof ProviderError || isDatabaseUnavailable(error) || isTransient(error);
}

/** Applies a report; of money, only its payment, as refunds are reported by themselves. */
function applyFromBooks(
  context: OrderContext,
  provider: Provider,
  report: Report,
): ReturnType<typeof applyReport> {
  return report.kind === 'money'
    ? applyMissingPayment(context, provider, report.paymentReference, 'question')
    : applyReport(context, provider, report);
}

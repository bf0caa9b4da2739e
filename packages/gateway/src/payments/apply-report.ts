import { untilAllotted } from '../allotments/until-allotted.ts';
import type { OrderContext } from '../orders/context.ts';
import type { Provider, ProviderEvent, RefundReport, Report } from '../providers/provider.ts';
import { applyRefund } from '../refunds/apply.ts';
import { findCaptured } from '../refunds/find-captured.ts';
import type { RefundRow } from '../store/schema.ts';
import { inTransaction } from '../store/transaction.ts';
import { type Applied, applyTogether } from './apply-together.ts';
import type { Source } from './capture.ts';

/**
 * Processes a provider's event: once, however often it arrives.
 * @throws ProviderError if the provider's API has to be read and is unavailable: the provider should send the event
 * again.
 */
export async function applyEvent(
  context: OrderContext,
  provider: Provider,
  { id, report }: ProviderEvent,
): Promise<Applied> {
  const event = { provider: provider.name, event_id: id };
  const taken = await context.db.kysely
    .selectFrom('provider_events')
    .select('event_id')
    .where('provider', '=', event.provider)
    .where('event_id', '=', event.event_id)
    .executeTakeFirst();
  if (taken) return 'ignored';
  const applied = await applyReport(context, provider, report, 'event');
  // Everything above is idempotent, so that a crash in between costs only a repeat.
  if (applied !== 'ignored') {
    await context.db.kysely
      .insertInto('provider_events')
      .values({ ...event, received_at: context.now() })
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
      .execute();
  }
  return applied;
}

/**
 * Applies a provider's report, from an event or its API. Doing it again changes nothing.
 * @throws ProviderError like {@link applyEvent}.
 */
export async function applyReport(
  context: OrderContext,
  provider: Provider,
  report: Report,
  source: Source = 'question',
): Promise<Applied> {
  if (report.kind === 'payment') return applyTogether(context, provider.name, report, source);
  if (report.kind === 'money') {
    const found = await applyMissingPayment(context, provider, report.paymentReference, source);
    if (found !== 'applied') return found;
    for await (const one of provider.refundsOf(report.paymentReference)) {
      await applyRefundReport(context, provider, one, source);
    }
    return 'applied';
  }
  return applyRefundReport(context, provider, report, source);
}

/** Makes sure that the payment to which some money belongs is known, with the provider's details of it. */
export async function applyMissingPayment(
  context: OrderContext,
  provider: Provider,
  paymentReference: string,
  source: Source,
): Promise<Applied> {
  if (await findCaptured(context.db.kysely, provider.name, paymentReference)) return 'applied';
  const report = await provider.findByMoney(paymentReference);
  return report ? applyReport(context, provider, report, source) : 'ignored';
}

async function applyRefundReport(
  context: OrderContext,
  provider: Provider,
  reported: RefundReport,
  source: Source,
): Promise<Applied> {
  const apply = (report: RefundReport, known?: RefundRow): ReturnType<typeof applyRefund> =>
    untilAllotted(context, () =>
      inTransaction(context.db, (tx) =>
        applyRefund(tx, context, { provider: provider.name, reported: report, known }),
      ),
    );
  async function settle(): Promise<'applied' | 'unknown'> {
    const { cause, reference } = reported;
    let result = await apply(reported);
    // Another process may learn of a later decision while this one reads the API.
    while (typeof result === 'object')
      result = await apply(await provider.findRefund({ cause, provider_reference: reference }), result);
    return result;
  }
  if ((await settle()) === 'applied') return 'applied';
  // A refund reported before its payment: out of order, or after a restore.
  const found = await applyMissingPayment(context, provider, reported.paymentReference, source);
  if (found !== 'applied') return found;
  return (await settle()) === 'applied' ? 'applied' : 'ignored';
}

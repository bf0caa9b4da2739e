import { compareBooks, reconcilePayments } from '../payments/reconcile.ts';
import { sendRefunds } from '../refunds/send.ts';
import { type Command, CommandError, storeCommand, UsageError, type Work } from './command.ts';
import { contextOf, providerOf } from './order-context.ts';

const MOST = 10_000;

function readSince(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError('--since must be a time like 2026-11-21T09:30:00Z.');
  return at;
}

/** Money of orders this database does not know. @param all also what was dealt with. */
function unclaimed({ db }: Work, all: boolean): Promise<object[]> {
  const found = db.kysely.selectFrom('unclaimed_payments').selectAll().orderBy('received_at');
  return (all ? found : found.where('resolved_at', 'is', null)).execute();
}

/** Payments and the provider's books. */
export const paymentCommands: readonly Command[] = [
  storeCommand(
    'payments reconcile [--since TIME]',
    'Asks the provider about every open payment and pending refund, compares its books since a time, and prints what it found. Run it after you restore a backup.',
    ['since'],
    async (work) => {
      const since = readSince(work.options.since);
      const provider = providerOf(work);
      if (!provider)
        throw new CommandError('GATEWAY_PROVIDER or its keys are not set here; run it where serve runs.');
      const context = contextOf(work);
      const { asked, settled, fault } = await reconcilePayments(context, provider, {
        all: true,
        limit: MOST,
      });
      const { reports } = await compareBooks(context, provider, since);
      const refunds = await sendRefunds(context, provider, { limit: MOST });
      work.print({
        payments_asked_about: asked,
        payments_settled: settled,
        entries_compared: reports,
        refunds_asked_for: refunds.sent,
        unclaimed: await unclaimed(work, false),
      });
      const failed = fault ?? refunds.fault;
      if (failed !== undefined)
        throw new CommandError(
          `The provider did not respond to all: ${failed instanceof Error ? failed.message : ''}`,
        );
    },
  ),
  storeCommand(
    'payments unclaimed [--all]',
    'Prints money which the provider took for orders this database does not know.',
    [],
    async (work) => work.print(await unclaimed(work, work.flags.has('all'))),
    { flags: ['all'] },
  ),
  storeCommand(
    'payments resolve REFERENCE',
    'Marks money for an unknown order as dealt with: you have refunded it at the provider, or made the order good.',
    [],
    async (work) => {
      const reference = work.argument(0, 'REFERENCE');
      const { numUpdatedRows } = await work.db.kysely
        .updateTable('unclaimed_payments')
        .set({ resolved_at: Date.now() })
        .where('reference', '=', reference)
        .where('resolved_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new CommandError(`There is no unclaimed payment ${reference}.`);
    },
  ),
];

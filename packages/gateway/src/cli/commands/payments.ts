import { isDay } from '@flight-offset/core';
import { recordAudit } from '../../audit/record.ts';
import { findOverdueMoney } from '../../console/find/overdue-money.ts';
import { findPayments } from '../../console/find/payments.ts';
import { checkOpenPayments } from '../../payments/check-open-payments.ts';
import { findUnclaimed } from '../../payments/find-unclaimed.ts';
import { reconcileBooks } from '../../payments/reconcile-books.ts';
import { resolveUnclaimed } from '../../payments/resolve-unclaimed.ts';
import { sendRefunds } from '../../payments/send-refunds.ts';
import { inTransaction } from '../../store/transaction.ts';
import { type Command, CommandError, storeCommand } from '../command.ts';
import { contextOf, providerOf } from '../order-context.ts';
import { UsageError } from '../read-arguments.ts';
import { readLimit, readPages } from '../read-pages.ts';
import { requireMerchant } from './merchants.ts';

const MAX_PAYMENTS = 10_000;

function readSince(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  // JavaScript reads 30 February as 2 March, and a time without a zone as this machine's: payments would be missed.
  const isZoned = text.length === 10 || /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  if (Number.isNaN(at) || !isDay(text.slice(0, 10)) || !isZoned)
    throw new UsageError('--since must be a time like 2026-11-21T09:30:00Z.');
  if (at > now) throw new UsageError('--since must not be in the future.');
  return at;
}

/** Commands on payments and the provider's records. */
export const paymentCommands: readonly Command[] = [
  storeCommand(
    'payments list MERCHANT [--limit N]',
    "Prints payments of a merchant's orders, newest first.",
    { options: ['limit'] },
    async (command) => {
      const merchant = await requireMerchant(command);
      const payments = await readPages(readLimit(command.options.limit), (cursor) =>
        findPayments(command.db, merchant, cursor),
      );
      const forTable = payments.map(({ orderId, state, amount, received, createdAt }) => ({
        order: orderId,
        state,
        amount: received ?? amount,
        created_at: createdAt,
      }));
      command.print(payments, forTable);
    },
  ),
  storeCommand(
    'payments reconcile [--since TIME]',
    'Reconciles open payments and pending refunds with the provider, and compares its records since TIME. Run it after a restore.',
    { options: ['since'] },
    async (command) => {
      const since = readSince(command.options.since, command.now());
      const provider = await providerOf(command);
      if (!provider)
        throw new CommandError('GATEWAY_PROVIDER or its keys are not set here; run it where serve runs.');
      const context = contextOf(command);
      const { checked, settled, fault } = await checkOpenPayments(context, provider, {
        all: true,
        limit: MAX_PAYMENTS,
      });
      const { reports } = await reconcileBooks(context, provider, since);
      const refunds = await sendRefunds(context, provider, { all: true, limit: MAX_PAYMENTS });
      const result = {
        payments_checked: checked,
        payments_settled: settled,
        entries_compared: reports,
        refunds_sent: refunds.sent,
      };
      await inTransaction(command.db, (tx) =>
        recordAudit(tx, command.by, { action: 'payments.reconciled', subject: provider.name, after: result }),
      );
      command.print({
        ...result,
        unclaimed: await findUnclaimed(command.db.kysely),
      });
      const failed = fault ?? refunds.fault;
      if (failed !== undefined)
        throw new CommandError(
          `The provider did not respond to every request: ${failed instanceof Error ? failed.message : ''}`,
        );
    },
  ),
  storeCommand(
    'payments unclaimed [--all]',
    'Prints payments at the provider for orders this database does not have.',
    { flags: ['all'] },
    async ({ db, flags, print }) => print(await findUnclaimed(db.kysely, { resolved: flags.has('all') })),
  ),
  storeCommand(
    'payments overdue',
    'Prints overdue payments and refunds: in an unknown state, in no report, or not accepted by the provider.',
    {},
    async ({ db, config, now, print }) => print(await findOverdueMoney(db.kysely, config.provider, now())),
  ),
  storeCommand(
    'payments resolve REFERENCE',
    'Marks a payment for an unknown order as resolved: you refunded it at the provider, or fulfilled it.',
    {},
    async (command) => {
      const reference = command.argument(0, 'REFERENCE');
      if (!(await resolveUnclaimed(command.db, reference, command.by, { at: command.now() })))
        throw new CommandError(`There is no unclaimed payment ${reference}.`);
      command.print(`Payment ${reference} resolved`);
    },
  ),
];

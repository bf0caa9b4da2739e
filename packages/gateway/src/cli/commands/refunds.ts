import { findRefunds } from '../../console/find/refunds.ts';
import {
  PAID_REFERENCE,
  PAID_REFERENCE_WORDS,
  PaidRefundError,
  recordPaidRefund,
} from '../../payments/record-paid-refund.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { LOOK_UP_MS, TIME_OVER, withinTime } from '../../providers/within-time.ts';
import { refundJson } from '../../refunds/refund-json.ts';
import { type Command, CommandError, storeCommand } from '../command.ts';
import { contextOf, providerOf } from '../order-context.ts';
import { UsageError } from '../read-arguments.ts';
import { readLimit, readPages } from '../read-pages.ts';
import { requireMerchant } from './merchants.ts';

function unreadRecordsError({ fault, message }: ProviderError): CommandError {
  const [why, when] =
    fault.code === TIME_OVER
      ? [`the provider did not respond within ${LOOK_UP_MS / 1000} seconds`, 'Try again in a few minutes']
      : [`the records of the provider could not be read (${message})`, 'Try again'];
  return new CommandError(
    `Nothing was recorded: ${why}. ${when}, or look at its dashboard yourself and add --unchecked.`,
  );
}

/** Commands on refunds. */
export const refundCommands: readonly Command[] = [
  storeCommand(
    'refunds list MERCHANT [--limit N]',
    "Prints refunds and disputes of a merchant's orders, newest first.",
    { options: ['limit'] },
    async (command) => {
      const merchant = await requireMerchant(command);
      command.print(
        await readPages(readLimit(command.options.limit), (cursor) =>
          findRefunds(command.db, merchant, cursor),
        ),
      );
    },
  ),
  storeCommand(
    'refunds paid REFUND --reference TEXT [--unchecked]',
    "Records that a refund was paid another way because the provider cannot make it. --unchecked skips reading the provider's records first.",
    { options: ['reference'], flags: ['unchecked'] },
    async (command) => {
      const reference = command.required('reference');
      if (!PAID_REFERENCE.test(reference))
        throw new UsageError(`--reference must be ${PAID_REFERENCE_WORDS}.`);
      const provider = command.flags.has('unchecked')
        ? undefined
        : await providerOf(command, { timeoutMs: LOOK_UP_MS, retries: 0 });
      if (!provider && !command.flags.has('unchecked'))
        throw new CommandError(
          'GATEWAY_PROVIDER or its keys are not set here; run it where serve runs, or look at the provider yourself and add --unchecked.',
        );
      const inTime = provider && withinTime(provider, LOOK_UP_MS);
      const paid = { reference, provider: inTime, by: command.by };
      const refund = await recordPaidRefund(contextOf(command), command.argument(0, 'REFUND'), paid).catch(
        (error: unknown) => {
          if (error instanceof PaidRefundError) throw new CommandError(error.message);
          throw error instanceof ProviderError ? unreadRecordsError(error) : error;
        },
      );
      command.print(refundJson(refund));
    },
  ),
];

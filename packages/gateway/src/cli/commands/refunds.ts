import { findRefunds } from '../../console/find/refunds.ts';
import {
  PAID_REFERENCE,
  PAID_REFERENCE_WORDS,
  PaidRefundError,
  recordPaidRefund,
} from '../../payments/record-paid-refund.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { refundJson } from '../../refunds/refund-json.ts';
import { type Command, CommandError, storeCommand } from '../command.ts';
import { contextOf, providerOf } from '../order-context.ts';
import { UsageError } from '../read-arguments.ts';
import { readLimit, readPages } from '../read-pages.ts';
import { requireMerchant } from './merchants.ts';

/** Commands on refunds. */
export const refundCommands: readonly Command[] = [
  storeCommand(
    'refunds list MERCHANT [--limit N]',
    "Prints refunds and disputes of a merchant's orders, newest first.",
    ['limit'],
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
    ['reference'],
    async (command) => {
      const reference = command.required('reference');
      if (!PAID_REFERENCE.test(reference))
        throw new UsageError(`--reference must be ${PAID_REFERENCE_WORDS}.`);
      const provider = command.flags.has('unchecked') ? undefined : await providerOf(command);
      if (!provider && !command.flags.has('unchecked'))
        throw new CommandError(
          'GATEWAY_PROVIDER or its keys are not set here; run it where serve runs, or look at the provider yourself and add --unchecked.',
        );
      const paid = { reference, provider, by: command.by };
      const refund = await recordPaidRefund(contextOf(command), command.argument(0, 'REFUND'), paid).catch(
        (error: unknown) => {
          if (error instanceof PaidRefundError) throw new CommandError(error.message);
          if (!(error instanceof ProviderError)) throw error;
          throw new CommandError(
            `Nothing was recorded: the records of the provider could not be read (${error.message}).`,
          );
        },
      );
      command.print(refundJson(refund));
    },
    { flags: ['unchecked'] },
  ),
];

import { findRefunds } from '../../console/find/refunds.ts';
import { type Command, storeCommand } from '../command.ts';
import { readLimit, readPages } from '../read-pages.ts';
import { requireMerchant } from './merchants.ts';

/** Money that goes back. */
export const refundCommands: readonly Command[] = [
  storeCommand(
    'refunds list MERCHANT [--limit N]',
    "Prints refunds and disputes of a merchant's orders, newest first.",
    ['limit'],
    async (command) => {
      const merchant = await requireMerchant(command, command.argument(0, 'MERCHANT'));
      command.print(
        await readPages(readLimit(command.options.limit), (cursor) =>
          findRefunds(command.db, merchant, cursor),
        ),
      );
    },
  ),
];

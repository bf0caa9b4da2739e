import { findFailures } from '../../console/find/failures.ts';
import { type Command, storeCommand } from '../command.ts';
import { readLimit, readPages } from '../read-pages.ts';
import { requireMerchant } from './merchants.ts';

/** Commands on failed requests. */
export const requestCommands: readonly Command[] = [
  storeCommand(
    'requests list MERCHANT [--id REQUEST] [--limit N]',
    'Prints requests of a merchant that failed in the last seven days, without their bodies.',
    { options: ['id', 'limit'] },
    async (command) => {
      const merchantId = await requireMerchant(command);
      const { id: search, limit } = command.options;
      const failed = await readPages(readLimit(limit), (cursor) =>
        findFailures(command.db, merchantId, { search, cursor }),
      );
      command.print(failed);
    },
  ),
];

import type { OrderFilter } from '@flight-offset/console';
import { exportOrders } from '../../console/export-orders.ts';
import { findOrders } from '../../console/find/orders.ts';
import { type Command, type CommandContext, storeCommand } from '../command.ts';
import { writeCsv } from '../output/output.ts';
import { UsageError } from '../read-arguments.ts';
import { readDates } from '../read-date.ts';
import { readLimit, readPages } from '../read-pages.ts';
import { requireMerchant } from './merchants.ts';

const STATES = ['pending', 'completed', 'failed'] as const;
const FILTERS = ['search', 'status', 'from', 'to'];

function readFilter({ options }: CommandContext): OrderFilter {
  const { search } = options;
  const status = STATES.find((one) => one === options.status);
  if (options.status !== undefined && !status) throw new UsageError(`--status must be ${STATES.join(', ')}.`);
  return {
    ...(status && { status }),
    ...(search !== undefined && { search }),
    ...readDates(options, 'last'),
  };
}

/** Commands that find a merchant's orders as the console does. */
export const orderListCommands: readonly Command[] = [
  storeCommand(
    'orders list MERCHANT [--search TEXT] [--status pending|completed|failed] [--from DATE] [--to DATE] [--limit N]',
    'Prints orders of a merchant, newest first; --search finds by order, reference, e-mail address or payment.',
    { options: [...FILTERS, 'limit'] },
    async (command) => {
      const merchantId = await requireMerchant(command);
      const filter = readFilter(command);
      const limit = readLimit(command.options.limit);
      const orders = await readPages(limit, (cursor) =>
        findOrders(command.db, command.now(), { merchantId, filter, cursor }),
      );
      const forTable = orders.map(({ id, status, amount, createdAt, reference }) => ({
        order: id,
        status,
        amount,
        created_at: createdAt,
        reference,
      }));
      command.print(orders, forTable);
    },
  ),
  storeCommand(
    'orders export MERCHANT [--search TEXT] [--status pending|completed|failed] [--from DATE] [--to DATE]',
    'Prints orders as CSV, newest first.',
    { options: FILTERS, csv: true },
    async (command) => {
      const merchantId = await requireMerchant(command);
      const decoder = new TextDecoder();
      for await (const bytes of await exportOrders(command.db, merchantId, readFilter(command)))
        await writeCsv(command.out, decoder.decode(bytes, { stream: true }));
    },
  ),
];

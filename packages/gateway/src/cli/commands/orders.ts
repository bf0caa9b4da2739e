import { type CreateRefund, createRefundSchema, parse } from '@flight-offset/core';
import { isIdempotencyKey } from '@flight-offset/core/server';
import { expireNow } from '../../orders/end/expire-now.ts';
import { findOrderKey } from '../../orders/end/lock-orders.ts';
import { refundsOfOrder } from '../../orders/refunds-of-order.ts';
import { sendRefundsOf } from '../../payments/send-refunds.ts';
import { Problem } from '../../problem.ts';
import { refundJson } from '../../refunds/refund-json.ts';
import { refundOrder } from '../../refunds/refund-order.ts';
import { type Command, type CommandContext, CommandError, storeCommand } from '../command.ts';
import { contextOf, providerOf } from '../order-context.ts';
import { withParsedJson } from '../output/field.ts';
import { UsageError } from '../read-arguments.ts';
import { orderForPeople } from './order-for-people.ts';
import { readWholeOrder } from './whole-order.ts';

/** Reads the part of an order to refund from the options; undefined if only the surplus is refunded. */
function partOf({ options, flags }: CommandContext): CreateRefund | undefined {
  const { kilograms, reason } = options;
  if (flags.has('surplus')) {
    if (kilograms === undefined && reason === undefined) return undefined;
    throw new UsageError('--surplus refunds no part of the order: leave out --kilograms and --reason.');
  }
  const input = {
    ...(kilograms === undefined ? {} : { emission_amount: Number(kilograms) }),
    ...(reason === undefined ? {} : { reason }),
  };
  try {
    return parse(createRefundSchema, input, 'refund');
  } catch {
    throw new UsageError('--kilograms must be at least 0.001, --reason at most 500 characters.');
  }
}

/** @throws UsageError */
function keyOf({ options: { 'idempotency-key': key } }: CommandContext): string | undefined {
  if (key === undefined || isIdempotencyKey(key)) return key;
  throw new UsageError('--idempotency-key must be 1 to 255 printable ASCII characters.');
}

/** Rethrows an error about a field of the API as one about the option. */
function rethrowForOptions(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  if (error.code === 42202)
    throw new CommandError(
      'This --idempotency-key was used for this order with other options. Use a new key for a new refund.',
    );
  throw new CommandError(error.message.replace(/^emission_amount\b/, '--kilograms'));
}

/** Commands on single orders. */
export const orderCommands: readonly Command[] = [
  storeCommand(
    'orders show ORDER',
    'Prints an order with everything that belongs to it.',
    {},
    async (command) => {
      const id = command.argument(0, 'ORDER');
      const order = await readWholeOrder(command.db, id, command.now());
      if (!order) throw new CommandError(`There is no order ${id}.`);
      command.print(withParsedJson(order, 'metadata', 'tax'), orderForPeople(order));
    },
  ),
  storeCommand(
    'orders expire ORDER',
    'Fails a pending order now and returns its credits to stock. A serving process closes its payment page.',
    {},
    async (command) => {
      const id = command.argument(0, 'ORDER');
      if (!(await expireNow(contextOf(command), id, command.by)))
        throw new CommandError(`There is no pending order ${id}.`);
      command.print(`Order ${id} expired`);
    },
  ),
  storeCommand(
    'orders refund ORDER [--kilograms N] [--reason TEXT] [--surplus] [--idempotency-key KEY]',
    'Refunds an order, or a part of it, and prints its refunds. Allocated credits return to stock; retired ones stay retired. --surplus returns only money that pays for nothing. A repeat with the same --idempotency-key refunds nothing more.',
    { options: ['kilograms', 'reason', 'idempotency-key'], flags: ['surplus'] },
    async (command) => {
      const id = command.argument(0, 'ORDER');
      const recorded = await refundOrder(contextOf(command), id, {
        part: partOf(command),
        once: keyOf(command),
        by: command.by,
      }).catch(rethrowForOptions);
      const provider = await providerOf(command);
      const { fault } = provider ? await sendRefundsOf(contextOf(command), provider, id) : {};
      const ids = new Set(recorded.map((one) => one.id));
      const key = await findOrderKey(command.db.kysely, id);
      const refunds = key ? await refundsOfOrder(command.db.kysely, key) : [];
      command.print(refunds.filter((one) => ids.has(one.id)).map(refundJson));
      if (fault !== undefined)
        throw new CommandError(
          `The provider has not accepted the refund yet (${fault instanceof Error ? fault.message : 'fault'}). The gateway retries it.`,
        );
    },
  ),
];

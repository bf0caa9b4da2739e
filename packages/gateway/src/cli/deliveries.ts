import { enableEndpoint } from '../webhooks/endpoint.ts';
import { redeliver } from '../webhooks/redeliver.ts';
import { rotateWebhookSecret } from '../webhooks/secrets.ts';
import { type Command, CommandError, storeCommand, UsageError } from './command.ts';
import { requireMerchant } from './merchants.ts';

const STATES = ['pending', 'delivered', 'dead'] as const;

function readState(text: string): (typeof STATES)[number] {
  const state = STATES.find((one) => one === text);
  if (!state) throw new UsageError(`--state must be ${STATES.join(', ')}.`);
  return state;
}

/** Webhooks to merchants. */
export const deliveryCommands: readonly Command[] = [
  storeCommand(
    'webhooks rotate MERCHANT',
    'Creates a signing secret and prints it once; the previous one keeps signing for 24 hours.',
    [],
    async (command) => {
      const merchant = await requireMerchant(command, command.argument(0, 'MERCHANT'));
      command.print(await rotateWebhookSecret(command.db, command.sealer, merchant, { by: command.by }));
    },
  ),
  storeCommand(
    'webhooks list [--order ORDER] [--state pending|delivered|dead]',
    'Prints the newest 100 webhooks, with their delivery attempts.',
    ['order', 'state'],
    async ({ db, options, print }) => {
      let found = db.kysely
        .selectFrom('deliveries')
        .select([
          'id',
          'merchant_id',
          'order_id',
          'url',
          'state',
          'attempts',
          'next_attempt_at',
          'created_at',
        ])
        .orderBy('sequence', 'desc')
        .limit(100);
      if (options.order !== undefined) found = found.where('order_id', '=', options.order);
      if (options.state !== undefined) found = found.where('state', '=', readState(options.state));
      const deliveries = await found.execute();
      const attempts = await db.kysely
        .selectFrom('delivery_attempts')
        .selectAll()
        .where('delivery_id', 'in', ['', ...deliveries.map(({ id }) => id)])
        .orderBy('attempt')
        .execute();
      print(
        deliveries.map((one) => ({
          ...one,
          log: attempts.filter(({ delivery_id }) => delivery_id === one.id),
        })),
      );
    },
  ),
  storeCommand(
    'webhooks redeliver ORDER',
    'Sends every webhook of an order again.',
    [],
    async ({ db, argument, by, print }) => {
      const order = argument(0, 'ORDER');
      const count = await redeliver(db, order, Date.now(), by);
      if (count === 0) throw new CommandError(`There is no webhook for order ${order}.`);
      print(count === 1 ? '1 webhook queued' : `${count} webhooks queued`);
    },
  ),
  storeCommand(
    'webhooks enable MERCHANT URL',
    'Re-enables an endpoint that was disabled after repeated failures.',
    [],
    async (command) => {
      const merchant = await requireMerchant(command, command.argument(0, 'MERCHANT'));
      const url = command.argument(1, 'URL');
      if (!(await enableEndpoint(command.db, merchant, url, command.by)))
        throw new CommandError('That endpoint is not disabled.');
    },
  ),
];

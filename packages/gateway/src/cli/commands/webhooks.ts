import { findWebhook } from '../../console/find/webhooks.ts';
import { webhookEndpoints } from '../../console/webhook-endpoints.ts';
import { counted } from '../../counted.ts';
import { enableEndpoint } from '../../webhooks/endpoint.ts';
import { redeliver, redeliverOne } from '../../webhooks/redeliver.ts';
import { redeliverFailedOnDays } from '../../webhooks/redeliver-failed-on-days.ts';
import { rotateWebhookSecret } from '../../webhooks/secrets.ts';
import { type Command, type CommandContext, CommandError, storeCommand } from '../command.ts';
import { UsageError } from '../read-arguments.ts';
import { readDates } from '../read-date.ts';
import { requireMerchant } from './merchants.ts';

const STATES = ['pending', 'delivered', 'dead'] as const;

function readState(text: string): (typeof STATES)[number] {
  const state = STATES.find((one) => one === text);
  if (!state) throw new UsageError(`--state must be ${STATES.join(', ')}.`);
  return state;
}

function forTable(webhook: {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly created_at: number;
  readonly log: readonly { readonly status: number | null; readonly outcome: string }[];
}): object {
  const { id, state, attempts, created_at, log } = webhook;
  const last = log.at(-1);
  return { webhook: id, state, attempts, last: last?.status ?? last?.outcome, created_at };
}

/** @throws CommandError if there is no such order: an empty list would read as if it had no webhooks. */
async function requireOrder({ db }: CommandContext, id: string): Promise<string> {
  const order = await db.kysely.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst();
  if (!order) throw new CommandError(`There is no order ${id}.`);
  return id;
}

/** Maximum number of webhooks replayed in one transaction. */
const BATCH = 1000;

async function replayDays({ db, by, now, options }: CommandContext, merchantId: string): Promise<number> {
  const { from, to } = readDates(options, 'last');
  if (from === undefined || to === undefined)
    throw new UsageError('--webhook is missing, or --from and --to with the first and the last day.');
  const failed = { merchantId, from, to, limit: BATCH };
  let count = 0;
  let after: number | undefined;
  // A webhook that its endpoint refuses again at once must not be sent a third time.
  do {
    const replayed = await redeliverFailedOnDays(db, { ...failed, after }, now(), by);
    count += replayed.count;
    after = replayed.next;
  } while (after !== undefined);
  return count;
}

async function replayOne(
  { db, by, now, options }: CommandContext,
  webhook: { readonly merchantId: string; readonly id: string },
): Promise<number> {
  if (options.from !== undefined || options.to !== undefined)
    throw new UsageError('--webhook names one webhook: leave out --from and --to.');
  if (await redeliverOne(db, webhook, now(), by)) return 1;
  throw new CommandError(`The merchant ${webhook.merchantId} has no webhook ${webhook.id}.`);
}

/** Commands on webhooks to merchants. */
export const webhookCommands: readonly Command[] = [
  storeCommand(
    'webhooks rotate MERCHANT',
    'Creates a signing secret and prints it once; the previous one keeps signing for 24 hours.',
    {},
    async (command) => {
      const merchant = await requireMerchant(command);
      const secret = await rotateWebhookSecret(command.db, command.sealer, merchant, {
        now: command.now(),
        by: command.by,
      });
      await command.printOnce(
        secret,
        async () =>
          'Nobody has seen the new secret, but it already signs, together with the previous one for 24 hours: run the command again.',
      );
    },
  ),
  storeCommand(
    'webhooks list [--merchant MERCHANT] [--order ORDER] [--state pending|delivered|dead]',
    'Prints the newest 100 webhooks, with their delivery attempts.',
    { options: ['merchant', 'order', 'state'] },
    async (command) => {
      const { db, options, print } = command;
      let found = db.kysely
        .selectFrom('deliveries')
        .select(['id', 'merchant_id', 'order_id', 'url', 'state', 'attempts'])
        .select(['next_attempt_at', 'created_at'])
        .orderBy('sequence', 'desc')
        .limit(100);
      if (options.merchant !== undefined)
        found = found.where('merchant_id', '=', await requireMerchant(command, options.merchant));
      if (options.order !== undefined)
        found = found.where('order_id', '=', await requireOrder(command, options.order));
      if (options.state !== undefined) found = found.where('state', '=', readState(options.state));
      const deliveries = await found.execute();
      const attempts = await db.kysely
        .selectFrom('delivery_attempts')
        .selectAll()
        .where('delivery_id', 'in', ['', ...deliveries.map(({ id }) => id)])
        .orderBy('attempt')
        .execute();
      const webhooks = deliveries.map((one) => ({
        ...one,
        log: attempts.filter(({ delivery_id }) => delivery_id === one.id),
      }));
      print(webhooks, webhooks.map(forTable));
    },
  ),
  storeCommand(
    'webhooks show MERCHANT WEBHOOK',
    'Prints a webhook with its payload and every delivery attempt.',
    {},
    async (command) => {
      const merchant = await requireMerchant(command);
      const id = command.argument(1, 'WEBHOOK');
      const webhook = await findWebhook(command.db, merchant, id);
      if (!webhook) throw new CommandError(`The merchant ${merchant} has no webhook ${id}.`);
      command.print(webhook);
    },
  ),
  storeCommand(
    'webhooks endpoints MERCHANT',
    'Prints the endpoints of the newest webhooks of a merchant, with their health.',
    {},
    async (command) => {
      const merchant = await requireMerchant(command);
      command.print(await webhookEndpoints(command.db, merchant));
    },
  ),
  storeCommand(
    'webhooks redeliver ORDER',
    'Sends every webhook of an order again.',
    {},
    async ({ db, argument, by, now, print }) => {
      const order = argument(0, 'ORDER');
      const count = await redeliver(db, order, now(), by);
      if (count === 0) throw new CommandError(`There is no webhook for order ${order}.`);
      print(`${counted(count, 'webhook')} queued`);
    },
  ),
  storeCommand(
    'webhooks replay MERCHANT --webhook WEBHOOK | --from DATE --to DATE',
    'Resends one webhook, or every failed webhook created between two dates (UTC, inclusive).',
    { options: ['webhook', 'from', 'to'] },
    async (command) => {
      const merchantId = await requireMerchant(command);
      const { webhook } = command.options;
      const count =
        webhook === undefined
          ? await replayDays(command, merchantId)
          : await replayOne(command, { merchantId, id: webhook });
      command.print(`${counted(count, 'webhook')} queued`);
    },
  ),
  storeCommand(
    'webhooks enable MERCHANT URL',
    'Re-enables an endpoint that was disabled after repeated failures.',
    {},
    async (command) => {
      const merchant = await requireMerchant(command);
      const url = command.argument(1, 'URL');
      if (!URL.canParse(url))
        throw new UsageError(
          'URL must be that of an endpoint; see: flight-offset-gateway webhooks endpoints MERCHANT.',
        );
      if (!(await enableEndpoint(command.db, merchant, url, command.by)))
        throw new CommandError('That endpoint is not disabled.');
      command.print(
        'Endpoint enabled. Replay its failed webhooks: flight-offset-gateway webhooks replay MERCHANT --from DATE --to DATE',
      );
    },
  ),
];

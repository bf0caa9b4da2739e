import { probeProvider } from '../../payments/probe.ts';
import { ago, type Check, fault, ok, warning } from './check.ts';

/** A serving process expires orders and gives money back within a minute. */
const LATE_MS = 10 * 60 * 1000;

/** Money: that the provider takes it, and that what is due is done. */
export const moneyChecks: readonly Check[] = [
  {
    name: 'the payment provider answers to its key',
    async look({ config }) {
      if (config.GATEWAY_PROVIDER === undefined && !config.sandbox) {
        const next = 'run this where the gateway runs, or set GATEWAY_PROVIDER: serve asks for it';
        return warning('GATEWAY_PROVIDER is not set here', next);
      }
      const missing = config.missingProviderKeys;
      if (missing.length > 0) return fault(`not set: ${missing.join(', ')}`, 'set them; serve asks for them');
      const { provider } = config;
      const said = await probeProvider(config);
      if (said === 'accepted') return ok(provider === 'sandbox' ? 'test cards' : provider);
      if (said === 'refused')
        return fault(`${provider} refuses the key`, 'take the key from its dashboard anew');
      return fault(
        `${provider}: ${said}`,
        'look whether this machine reaches it, and its page on its status',
      );
    },
  },
  {
    name: 'the provider has told of payments',
    async look({ db, config, now }) {
      if (config.provider === 'sandbox') return ok();
      const [last, open] = await Promise.all([
        db.kysely
          .selectFrom('provider_events')
          .select(({ fn }) => fn.max<number | null>('received_at').as('at'))
          .where('provider', '=', config.provider)
          .executeTakeFirstOrThrow(),
        db.kysely
          .selectFrom('payments')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('provider', '=', config.provider)
          .where('created_at', '<', now() - LATE_MS)
          .executeTakeFirstOrThrow(),
      ]);
      if (last.at !== null) return ok(`the last event came ${ago(now() - last.at)} ago`);
      if (Number(open.count) === 0) return ok('nobody has paid yet');
      const address = `${config.GATEWAY_PUBLIC_URL ?? ''}/providers/${config.provider}/events`;
      return warning(`${open.count} payments begun, no event yet`, `have it report to ${address}`);
    },
  },
  {
    name: 'payers reach the gateway by https',
    async look({ config }) {
      const url = config.GATEWAY_PUBLIC_URL;
      if (config.sandbox || url?.startsWith('https://')) return ok();
      const next = 'set GATEWAY_PUBLIC_URL to its https address';
      if (url === undefined) return warning('GATEWAY_PUBLIC_URL is not set here', next);
      return fault('GATEWAY_PUBLIC_URL is plain http', next);
    },
  },
  {
    name: 'money that is due is given back',
    async look({ db, now }) {
      const due = await db.kysely
        .selectFrom('payments')
        .innerJoin('orders', 'orders.id', 'payments.order_id')
        .select(['payments.order_id', 'payments.provider'])
        .where('payments.state', '=', 'refund_due')
        .where('orders.settled_at', '<', now() - LATE_MS)
        .execute();
      if (due.length === 0) return ok();
      const orders = [...new Set(due.map(({ order_id }) => order_id))].join(', ');
      const providers = [...new Set(due.map(({ provider }) => provider))].join(', ');
      const next = `look in the log for "background work failed", or give it back at ${providers} by hand`;
      return fault(`still to be given back: ${orders}`, next);
    },
  },
  {
    name: 'orders nobody pays end in time',
    async look({ db, now }) {
      const late = await db.kysely
        .selectFrom('orders')
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.min<number | null>('expires_at').as('first'),
        ])
        .where('status', '=', 'pending')
        .where('expires_at', '<', now() - LATE_MS)
        .executeTakeFirstOrThrow();
      if (late.first === null) return ok();
      const said = `${late.count} should have ended, the first ${ago(now() - late.first)} ago`;
      return fault(said, 'start a serving process: it ends them, and frees their credits');
    },
  },
];

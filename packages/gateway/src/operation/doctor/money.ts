import { probeProvider } from '../../payments/probe.ts';
import { ago, type Check, fault, LATE_MS, ok, warning } from './check.ts';

/** Money: that the provider can be asked for it, and that orders nobody pays expire. */
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
        // One whose payment is open waits for what the provider says; a check of its own looks at those.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('payments')
                .select('payments.id')
                .whereRef('payments.order_id', '=', 'orders.id')
                .where('payments.state', 'in', ['opening', 'started']),
            ),
          ),
        )
        .executeTakeFirstOrThrow();
      if (late.first === null) return ok();
      const said = `${late.count} should have ended, the first ${ago(now() - late.first)} ago`;
      return fault(said, 'start a serving process: it ends them, and frees their credits');
    },
  },
];

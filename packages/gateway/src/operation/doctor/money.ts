import { sql } from 'kysely';
import { isTestKey } from '../../config-checks.ts';
import { alternatives, REAL_PROVIDERS } from '../../config-schema.ts';
import { counted } from '../../counted.ts';
import { formatIds } from '../../format-ids.ts';
import { openPayment } from '../../orders/end/open-payments.ts';
import { payableStep } from '../../providers/payable-step.ts';
import { probeProvider } from '../../providers/probe.ts';
import type { Database } from '../../store/engine.ts';
import { timeSpan } from '../../time-span.ts';
import { type Check, fault, LATE_MS, ok, type Verdict, warning } from './check.ts';

/** Without a provider, nobody can pay the orders of a merchant that may not collect the money. */
async function checkMerchantsCollect({ kysely }: Database): Promise<Verdict> {
  const merchants = kysely.selectFrom('merchants').select('id').where('settlement', '=', 'payer');
  const payers = await merchants.orderBy('id').execute();
  if (payers.length === 0) return ok('none: merchants collect the money');
  const collecting = REAL_PROVIDERS.filter((one) => one !== 'none');
  return warning(
    `nobody can pay the orders of ${formatIds(payers.map(({ id }) => id))}: there is no provider`,
    `set GATEWAY_PROVIDER to ${alternatives(collecting)}, or for each: flight-offset-gateway merchants set MERCHANT --settlement merchant`,
  );
}

/** Checks of money: the provider accepts its key, payers use https, unpaid orders expire. */
export const moneyChecks: readonly Check[] = [
  {
    name: 'Payment provider accepts its key',
    async run({ db, config }) {
      if (config.GATEWAY_PROVIDER === undefined && !config.sandbox) {
        const next = 'run this where the gateway runs, or set GATEWAY_PROVIDER: serve requires it';
        return warning('GATEWAY_PROVIDER is not set here', next);
      }
      const missing = config.missingProviderKeys;
      if (missing.length > 0) return fault(`not set: ${missing.join(', ')}`, 'set them; serve requires them');
      const { provider } = config;
      if (provider === 'none') return checkMerchantsCollect(db);
      const detail = await probeProvider(config);
      if (detail === 'accepted' && !config.sandbox && isTestKey(provider, config))
        return warning(
          `${provider} accepts it in test mode: orders complete, but no money arrives`,
          'before you sell, set the live key and the live webhook secret, with another DATABASE_URL',
        );
      if (detail === 'accepted') return ok(provider === 'sandbox' ? 'test cards' : provider);
      if (detail === 'refused')
        return fault(`${provider} refuses the key`, 'copy the key from its dashboard again');
      return fault(`${provider}: ${detail}`, 'check that this machine can reach it, and its status page');
    },
  },
  {
    name: 'Payers can pay every open order',
    // New prices are amounts that the provider accepts, but orders created under another provider may still wait for
    // their payment.
    async run({ db, config: { provider } }) {
      const open = db.kysely.selectFrom('orders').where('status', '=', 'pending');
      const currencies = await open.select('currency').distinct().orderBy('currency').execute();
      const unpayable: string[] = [];
      for (const { currency } of currencies) {
        const step = payableStep(provider, currency);
        if (step === 1) continue;
        const { count } = await open
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('currency', '=', currency)
          .where(sql<boolean>`amount_minor % ${sql.lit(step)} <> 0`)
          .executeTakeFirstOrThrow();
        if (count > 0)
          unpayable.push(
            `${counted(count, 'order')} in ${currency}, where it takes only multiples of ${step} minor units`,
          );
      }
      if (unpayable.length === 0) return ok();
      return warning(
        `${provider} cannot take ${unpayable.join('; ')}`,
        'payers have to order again, at a price that can be paid; these orders expire unless merchants confirm them',
      );
    },
  },
  {
    name: 'Public URL uses https',
    async run({ config }) {
      const url = config.GATEWAY_PUBLIC_URL;
      if (config.sandbox || url?.startsWith('https://')) return ok();
      const next = 'set GATEWAY_PUBLIC_URL to its https address';
      if (url === undefined) return warning('GATEWAY_PUBLIC_URL is not set here', next);
      return fault('GATEWAY_PUBLIC_URL is plain http', next);
    },
  },
  {
    name: 'Unpaid orders expire on schedule',
    async run({ db, now }) {
      const late = await db.kysely
        .selectFrom('orders')
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.min<number | null>('expires_at').as('first'),
        ])
        .where('status', '=', 'pending')
        .where('expires_at', '<', now() - LATE_MS)
        // An order with an open payment waits for the provider; another check covers those.
        .where(({ not, exists }) => not(exists(openPayment())))
        .executeTakeFirstOrThrow();
      if (late.first === null) return ok();
      const detail = `${late.count} overdue, the first for ${timeSpan(now() - late.first)}`;
      return fault(detail, 'start a serving process: it expires them and releases their credits');
    },
  },
];

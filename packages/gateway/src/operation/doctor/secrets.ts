import { listReceiptKeys } from '../../receipts/keys.ts';
import { type Check, fault, ok, type Patient, warning } from './check.ts';

async function sealed({ db: { kysely } }: Patient): Promise<{ id: string; value: string | null }[]> {
  const [keys, secrets, settings] = await Promise.all([
    kysely.selectFrom('api_keys').select(['id', 'sealed_secret as value']).execute(),
    kysely.selectFrom('webhook_secrets').select(['id', 'sealed_secret as value']).execute(),
    kysely.selectFrom('settings').select(['name as id', 'value']).where('name', 'like', 'sealed:%').execute(),
  ]);
  return [...keys, ...secrets, ...settings];
}

/** Secrets: that they can be opened, and that everyone has theirs. */
export const secretChecks: readonly Check[] = [
  {
    name: 'the master key opens every secret',
    async look(patient) {
      const shut = (await sealed(patient)).filter(({ id, value }) => {
        try {
          if (value !== null) patient.sealer.open(value, id);
          return false;
        } catch {
          return true;
        }
      });
      if (shut.length === 0) return ok();
      return fault(
        `${shut.length} do not open: ${shut.map(({ id }) => id).join(', ')}`,
        'give the master key they were sealed under; or bring them to this one: gateway keys reseal --oldkeyfile FILE',
      );
    },
  },
  {
    name: 'receipts can be signed',
    async look({ db, sealer }) {
      const keys = await listReceiptKeys(db, sealer);
      const newest = keys.at(-1);
      return ok(
        newest ? `by ${newest.kid}, of ${keys.length} published` : 'the first receipt makes the first key',
      );
    },
  },
  {
    name: 'every merchant can be notified',
    async look({ db }) {
      const without = await db.kysely
        .selectFrom('merchants')
        .select('id')
        .where('id', 'not in', db.kysely.selectFrom('webhook_secrets').select('merchant_id'))
        .execute();
      if (without.length === 0) return ok();
      const ids = without.map(({ id }) => id);
      return fault(`without a webhook secret: ${ids.join(', ')}`, 'gateway webhooks rotate MERCHANT');
    },
  },
  {
    name: 'every merchant can call',
    async look({ db }) {
      const without = await db.kysely
        .selectFrom('merchants')
        .select('id')
        .where(
          'id',
          'not in',
          db.kysely.selectFrom('api_keys').select('merchant_id').where('revoked_at', 'is', null),
        )
        .execute();
      if (without.length === 0) return ok();
      const ids = without.map(({ id }) => id);
      return warning(`without a live key: ${ids.join(', ')}`, 'gateway keys create MERCHANT');
    },
  },
];

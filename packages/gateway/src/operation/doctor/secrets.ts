import { listReceiptKeys, lostReceiptKeys } from '../../credentials/receipt-keys.ts';
import { filterUnopenable, readSealedSecrets } from '../../credentials/reencrypt.ts';
import { sealedUnder } from '../../credentials/seal.ts';
import { formatIds } from '../../format-ids.ts';
import { type Check, fault, ok, warning } from './check.ts';

/** Checks of secrets: they can be opened, and every merchant has its own. */
export const secretChecks: readonly Check[] = [
  {
    name: 'Master key decrypts every secret',
    async run({ db, sealer }) {
      const secrets = await readSealedSecrets(db.kysely);
      const shut = filterUnopenable(secrets, sealer);
      if (shut.length > 0) {
        return fault(
          `${shut.length} cannot be decrypted: ${formatIds(shut.map(({ id }) => id))}`,
          shut.every(({ sealed }) => ['', sealer.keyId].includes(sealedUnder(sealed)))
            ? 'they were changed since they were sealed: restore them from a backup'
            : 'give the master key they were sealed under, as GATEWAY_MASTER_KEY or, to replace it, GATEWAY_SECOND_MASTER_KEY',
        );
      }
      const old = secrets.filter(({ sealed }) => sealedUnder(sealed) !== sealer.keyId);
      if (old.length === 0) return ok();
      return warning(
        `${old.length} are under the second master key`,
        'once every process holds both keys: flight-offset-gateway keys reencrypt',
      );
    },
  },
  {
    name: 'Receipts can be signed',
    async run({ db, sealer }) {
      const keys = await listReceiptKeys(db, sealer);
      const lost = await lostReceiptKeys(db);
      if (lost.length > 0) {
        return fault(
          `no longer published: ${lost.join(', ')}; what they signed cannot be verified`,
          'find out who can write to the database; a backup has their rows, in the table settings',
        );
      }
      const newest = keys.at(-1);
      return ok(
        newest ? `by ${newest.kid}, of ${keys.length} published` : 'the first receipt makes the first key',
      );
    },
  },
  {
    name: 'Every merchant has a webhook secret',
    async run({ db, config }) {
      const without = await db.kysely
        .selectFrom('merchants')
        .select('id')
        .where('sandbox', '<=', config.sandbox ? 1 : 0)
        .where('id', 'not in', db.kysely.selectFrom('webhook_secrets').select('merchant_id'))
        .execute();
      if (without.length === 0) return ok();
      const ids = without.map(({ id }) => id);
      return fault(
        `without a webhook secret: ${formatIds(ids)}`,
        'flight-offset-gateway webhooks rotate MERCHANT',
      );
    },
  },
  {
    name: 'Every merchant has a live API key',
    async run({ db, config }) {
      const without = await db.kysely
        .selectFrom('merchants')
        .select('id')
        .where('sandbox', '<=', config.sandbox ? 1 : 0)
        .where(
          'id',
          'not in',
          db.kysely.selectFrom('api_keys').select('merchant_id').where('revoked_at', 'is', null),
        )
        .execute();
      if (without.length === 0) return ok();
      const ids = without.map(({ id }) => id);
      return warning(`without a live key: ${formatIds(ids)}`, 'flight-offset-gateway keys create MERCHANT');
    },
  },
];

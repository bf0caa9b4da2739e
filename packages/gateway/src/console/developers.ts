import { type DeveloperService, Refusal } from '@flight-offset/console';
import { createApiKey, revokeApiKey } from '../credentials/api-keys.ts';
import type { Sealer } from '../credentials/seal.ts';
import { createPlatform } from '../merchants/create-platform.ts';
import type { OrderContext } from '../orders/context.ts';
import { byOf } from './by.ts';
import { findFailures } from './find/failures.ts';
import { formId } from './form-id.ts';
import { refuseRepeatedForm } from './refuse-repeated-form.ts';

/** Reads and changes keys and platforms for the console. */
export function developersOf(
  { db, now }: Pick<OrderContext, 'db' | 'now'>,
  sealer: Sealer,
): DeveloperService {
  const keys = (merchantId: string) =>
    db.reader
      .selectFrom('api_keys')
      .select(['id', 'label', 'scheme', 'created_at', 'revoked_at'])
      .where('merchant_id', '=', merchantId);
  return {
    async keys(merchantId) {
      const rows = await keys(merchantId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
      return rows.map(({ id, label, scheme, created_at, revoked_at }) => ({
        id,
        label,
        scheme,
        createdAt: created_at,
        revokedAt: revoked_at ?? undefined,
      }));
    },
    async platforms(merchantId) {
      const rows = await db.reader
        .selectFrom('platforms')
        .select('id')
        .where('merchant_id', '=', merchantId)
        .orderBy('created_at')
        .execute();
      return rows.map(({ id }) => id);
    },
    failures: (merchantId, search, cursor) => findFailures(db, merchantId, { search, cursor }),
    async createKey(actor, merchantId, { label, once }) {
      const key = { id: formId('key', merchantId, once), label, at: now() };
      const given = { scheme: 'hmac-sha256', ...key } as const;
      const {
        id,
        apiKey,
        secret = '',
      } = await refuseRepeatedForm(
        createApiKey({ db, sealer }, merchantId, given, byOf(actor)),
        'its key was created. If nobody saw it, revoke it and create another one.',
      );
      return { id, apiKey, secret };
    },
    async revokeKey(actor, merchantId, id) {
      // A key never moves to another merchant, so its owner may be read first.
      const own = await keys(merchantId).where('id', '=', id).executeTakeFirst();
      if (!own) throw new Refusal('There is no such key.');
      // A key that was revoked before, for example by the first press of the same form, stays as it is.
      await revokeApiKey(db, id, byOf(actor), now());
    },
    async createPlatform(actor, merchantId, once) {
      // If the identifier is taken, the form was sent before and its platform exists.
      await createPlatform(db, merchantId, formId('plt', merchantId, once), byOf(actor));
    },
  };
}

import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { type Sealer, sealedUnder } from './seal.ts';

/** A sealed secret and its place. */
export interface Sealed {
  readonly id: string;
  readonly sealed: string;
}

/**
 * Seals every secret under the sealer's first key, all or none. Secrets already sealed under it stay as they are.
 * @param by who does it, for the audit log.
 * @returns the number of secrets sealed anew.
 * @throws SealError if one was sealed under a key the sealer does not hold.
 */
export async function reencryptSecrets(db: Database, sealer: Sealer, by: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    let count = 0;
    for (const { read, write } of PLACES) {
      for (const { id, sealed } of await read(tx)) {
        if (sealedUnder(sealed) === sealer.keyId) continue;
        await write(tx, { id, sealed: sealer.seal(sealer.open(sealed, id), id) });
        count += 1;
      }
    }
    await recordAudit(tx, by, { action: 'encryption.rotated', after: { count, key: sealer.keyId } });
    return count;
  });
}

/** Reads every sealed secret of a database. */
export async function readSealedSecrets(tx: Tx | Database['kysely']): Promise<Sealed[]> {
  return (await Promise.all(PLACES.map(({ read }) => read(tx)))).flat();
}

/** Returns those secrets that a sealer cannot open. */
export function filterUnopenable(secrets: readonly Sealed[], sealer: Sealer): Sealed[] {
  return secrets.filter(({ id, sealed }) => {
    try {
      sealer.open(sealed, id);
      return false;
    } catch {
      return true;
    }
  });
}

/** A place where secrets are stored. */
interface Place {
  read(tx: Tx | Database['kysely']): Promise<Sealed[]>;
  write(tx: Tx, one: Sealed): Promise<unknown>;
}

const PLACES: readonly Place[] = [
  {
    async read(tx) {
      const rows = await tx.selectFrom('api_keys').select(['id', 'sealed_secret as sealed']).execute();
      return rows.flatMap(({ id, sealed }) => (sealed === null ? [] : [{ id, sealed }]));
    },
    write: (tx, { id, sealed }) =>
      tx.updateTable('api_keys').set({ sealed_secret: sealed }).where('id', '=', id).execute(),
  },
  {
    read: (tx) => tx.selectFrom('webhook_secrets').select(['id', 'sealed_secret as sealed']).execute(),
    write: (tx, { id, sealed }) =>
      tx.updateTable('webhook_secrets').set({ sealed_secret: sealed }).where('id', '=', id).execute(),
  },
  {
    read: (tx) =>
      tx
        .selectFrom('settings')
        .select(['name as id', 'value as sealed'])
        .where('name', 'like', 'sealed:%')
        .execute(),
    write: (tx, { id, sealed }) =>
      tx.updateTable('settings').set({ value: sealed }).where('name', '=', id).execute(),
  },
];

import { formatIds } from '../format-ids.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction } from '../store/transaction.ts';
import { filterUnopenable, readSealedSecrets, type Sealed } from './reencrypt.ts';
import { type Sealer, sealedUnder } from './seal.ts';

/** The master key does not belong to this database. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
  readonly code = 'wrong_master_key';
}

/** Name of a sealed value without content: a key that opens it is the right one. */
const NAME = 'sealed:master-key-check';

/** Number of unopened secrets that are named at start-up; `doctor` names more. */
const NAMED = 3;

/**
 * Makes sure that this process can open the sealed values of the database. The first time, it stores a value to check
 * against, so that even a database without secrets is tied to its key.
 * @throws MasterKeyError that names the keys by their identifiers, never a key.
 */
export async function requireMasterKey(db: Database, sealer: Sealer): Promise<void> {
  const secrets = await refuseOtherKey(db, sealer);
  if (secrets.some(({ id }) => id === NAME)) return;
  const row = { name: NAME, value: sealer.seal('', NAME) };
  const added = await inTransaction(db, (tx) =>
    tx
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name')
      .executeTakeFirst(),
  );
  // Another process was faster, perhaps with another key.
  if (!added) await requireMasterKey(db, sealer);
}

/** Checks like {@link requireMasterKey}, but stores nothing. @returns the secrets, all of which open. */
export async function refuseOtherKey(
  { kysely }: Pick<Database, 'kysely'>,
  sealer: Sealer,
): Promise<Sealed[]> {
  const secrets = await readSealedSecrets(kysely);
  const shut = filterUnopenable(secrets, sealer);
  const [first] = shut;
  if (!first) return secrets;
  const under = sealedUnder(first.sealed);
  const next =
    under === sealer.keyId || under === ''
      ? 'They have been changed since: restore them from a backup.'
      : 'Give that key as GATEWAY_MASTER_KEY, or, to replace it, as GATEWAY_SECOND_MASTER_KEY.';
  const ids = shut.map(({ id }) => id);
  throw new MasterKeyError(
    `The master key given (${sealer.keyId}) does not open ${shut.length} of ${secrets.length} secrets of this database${under && `, which were sealed under ${under}`}: ${formatIds(ids, NAMED)}. ${next}`,
  );
}

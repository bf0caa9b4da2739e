import type { NewSession, Session } from '@flight-offset/console';
import { isRole } from '@flight-offset/console/permissions';
import { ABSOLUTE_MS, IDLE_MS } from '../../credentials/session-limits.ts';
import type { OrderContext } from '../../orders/context.ts';
import type { ConsolePersonRow } from '../../store/schema.ts';
import type { Tx } from '../../store/transaction.ts';
import { createToken, readToken } from './token.ts';

/** Minimum interval at which uses of a session are recorded, milliseconds, so that reading pages rarely writes. */
const NOTE_MS = 60 * 1000;

type Context = Pick<OrderContext, 'db' | 'now'>;

function sessionOf(
  person: Pick<ConsolePersonRow, 'id' | 'merchant_id' | 'role' | 'name'>,
  signedInAt: number,
  usedAt: number,
): Session {
  const { role } = person;
  if (!isRole(role)) throw new TypeError(`${person.id} has the unknown role ${role}`);
  const merchantId = person.merchant_id === '' ? undefined : person.merchant_id;
  const endsAtLatest = signedInAt + ABSOLUTE_MS;
  const endsAt = Math.min(usedAt + IDLE_MS, endsAtLatest);
  return { personId: person.id, merchantId, role, name: person.name, signedInAt, endsAt, endsAtLatest };
}

/** Signs a person in. @param at milliseconds since 1970. */
export async function openSession(
  to: Pick<Tx, 'insertInto'>,
  person: ConsolePersonRow,
  at: number,
): Promise<NewSession> {
  const { text, hash, merchantId } = createToken(person.merchant_id);
  await to
    .insertInto('console_sessions')
    .values({
      merchant_id: merchantId,
      token_hash: hash,
      person_id: person.id,
      signed_in_at: at,
      used_at: at,
    })
    .execute();
  return { token: text, session: sessionOf(person, at, at) };
}

/**
 * Finds the session of a token. The person has their current role, not the role at sign-in.
 * @param options `isUse`: whether this counts as a use of the session.
 */
export async function findSession(
  { db, now }: Context,
  token: string,
  { isUse }: { readonly isUse: boolean },
): Promise<Session | undefined> {
  const held = readToken(token);
  if (!held) return undefined;
  const at = now();
  const row = await db.reader
    .selectFrom('console_sessions as session')
    .innerJoin('console_people as person', (join) =>
      join
        .onRef('person.merchant_id', '=', 'session.merchant_id')
        .onRef('person.id', '=', 'session.person_id'),
    )
    .select(['session.signed_in_at', 'session.used_at'])
    .select(['person.id', 'person.merchant_id', 'person.role', 'person.name'])
    .where('session.merchant_id', '=', held.merchantId)
    .where('session.token_hash', '=', held.hash)
    .executeTakeFirst();
  if (!row || at - row.used_at >= IDLE_MS || at - row.signed_in_at >= ABSOLUTE_MS) return undefined;
  const isNoted = isUse && at - row.used_at >= NOTE_MS;
  if (isNoted) {
    await db.kysely
      .updateTable('console_sessions')
      .set({ used_at: at })
      .where('merchant_id', '=', held.merchantId)
      .where('token_hash', '=', held.hash)
      .execute();
  }
  return sessionOf(row, row.signed_in_at, isNoted ? at : row.used_at);
}

/** Ends a session. @returns its person; undefined if it had already ended. */
export async function endSession(
  { db }: Context,
  token: string,
): Promise<{ readonly person: string; readonly merchant: string | undefined } | undefined> {
  const held = readToken(token);
  if (!held) return undefined;
  const ended = await db.kysely
    .deleteFrom('console_sessions')
    .where('merchant_id', '=', held.merchantId)
    .where('token_hash', '=', held.hash)
    .returning('person_id')
    .executeTakeFirst();
  return ended && { person: ended.person_id, merchant: held.merchantId || undefined };
}

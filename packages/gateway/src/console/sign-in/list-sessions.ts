import { createHash } from 'node:crypto';
import type { OpenSession } from '@flight-offset/console';
import type { Actor } from '../../audit/actor.ts';
import { recordAudit } from '../../audit/record.ts';
import { ABSOLUTE_MS, IDLE_MS } from '../../credentials/session-limits.ts';
import type { OrderContext } from '../../orders/context.ts';
import { inTransaction, type Tx } from '../../store/transaction.ts';
import { readToken } from './token.ts';

/** A person of the console. */
export interface PersonKey {
  /** Empty for an operator of the gateway. */
  readonly merchantId: string;
  readonly id: string;
}

type Context = Pick<OrderContext, 'db' | 'now'>;

/** What a page names a session by: its token cannot be found from it. */
function idOf(tokenHash: string): string {
  return createHash('sha256').update(`session\n${tokenHash}`).digest('base64url').slice(0, 16);
}

/** Sessions of a person that have not ended, the one used last first. */
function openSessions(from: Pick<Tx, 'selectFrom'>, { merchantId, id }: PersonKey, at: number) {
  return from
    .selectFrom('console_sessions')
    .select(['token_hash', 'signed_in_at', 'used_at'])
    .where('merchant_id', '=', merchantId)
    .where('person_id', '=', id)
    .where('used_at', '>', at - IDLE_MS)
    .where('signed_in_at', '>', at - ABSOLUTE_MS)
    .orderBy('used_at', 'desc')
    .orderBy('token_hash')
    .execute();
}

/** Where a person is signed in. @param token of the session that asks. */
export async function listSessions(
  { db, now }: Context,
  person: PersonKey,
  token: string,
): Promise<OpenSession[]> {
  const own = readToken(token)?.hash;
  const rows = await openSessions(db.reader, person, now());
  return rows.map(({ token_hash, signed_in_at, used_at }) => ({
    id: idOf(token_hash),
    signedInAt: signed_in_at,
    usedAt: used_at,
    isThis: token_hash === own,
  }));
}

/**
 * Ends open sessions of a person.
 * @param which all of them; or all but the one of the token `except`, or the one of an `id` among these.
 * @param by who ends them, for the audit log.
 * @returns how many.
 */
export async function endSessions(
  { db, now }: Context,
  person: PersonKey,
  { except, id }: { readonly except?: string; readonly id?: string | undefined },
  by: Actor | undefined,
): Promise<number> {
  const own = except === undefined ? undefined : readToken(except)?.hash;
  return inTransaction(db, async (tx) => {
    const open = await openSessions(tx, person, now());
    const ending = open
      .map(({ token_hash }) => token_hash)
      .filter((hash) => hash !== own && (id === undefined || idOf(hash) === id));
    if (ending.length === 0) return 0;
    const ended = await tx
      .deleteFrom('console_sessions')
      .where('merchant_id', '=', person.merchantId)
      .where('token_hash', 'in', ending)
      .returning('token_hash')
      .execute();
    if (ended.length === 0) return 0;
    await recordAudit(tx, by, {
      merchantId: person.merchantId,
      action: 'console_sessions.ended',
      subject: person.id,
      after: { ended: ended.length },
    });
    return ended.length;
  });
}

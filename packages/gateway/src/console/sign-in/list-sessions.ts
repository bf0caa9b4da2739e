import { createHash } from 'node:crypto';
import type { OpenSession } from '@flight-offset/console';
import type { ExpressionBuilder } from 'kysely';
import type { Actor } from '../../audit/actor.ts';
import { recordAudit } from '../../audit/record.ts';
import { ABSOLUTE_MS, IDLE_MS } from '../../credentials/session-limits.ts';
import type { OrderContext } from '../../orders/context.ts';
import type { Schema } from '../../store/schema.ts';
import { inTransaction } from '../../store/transaction.ts';
import { readToken } from './token.ts';

/** Identifiers of a person of the console. */
export interface PersonKey {
  /** Empty for an operator of the gateway. */
  readonly merchantId: string;
  readonly id: string;
}

type Context = Pick<OrderContext, 'db' | 'now'>;

/** Returns the identifier that pages show for a session: its token cannot be derived from it. */
function idOf(tokenHash: string): string {
  return createHash('sha256').update(`session\n${tokenHash}`).digest('base64url').slice(0, 16);
}

/** Maximum number of listed sessions: everybody who tries a sandbox is the same person. */
const MAX_LISTED = 100;

function isOpen({ merchantId, id }: PersonKey, at: number) {
  return (eb: ExpressionBuilder<Schema, 'console_sessions'>) =>
    eb.and([
      eb('merchant_id', '=', merchantId),
      eb('person_id', '=', id),
      eb('used_at', '>', at - IDLE_MS),
      eb('signed_in_at', '>', at - ABSOLUTE_MS),
    ]);
}

/** Lists a person's open sessions: the current one first, then by last use. @param token of the current session. */
export async function listSessions(
  { db, now }: Context,
  person: PersonKey,
  token: string,
): Promise<OpenSession[]> {
  const own = readToken(token)?.hash;
  const rows = await db.reader
    .selectFrom('console_sessions')
    .select(['token_hash', 'signed_in_at', 'used_at'])
    .where(isOpen(person, now()))
    .orderBy((eb) =>
      eb
        .case()
        .when('token_hash', '=', own ?? '')
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('used_at', 'desc')
    .orderBy('token_hash')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(({ token_hash, signed_in_at, used_at }) => ({
    id: idOf(token_hash),
    signedInAt: signed_in_at,
    usedAt: used_at,
    isThis: token_hash === own,
  }));
}

/**
 * Ends a person's open sessions except the one with the token `except`: all others, or the one with an `id`.
 * @param by who ends them, for the audit log.
 * @returns the number of sessions ended.
 */
export async function endSessions(
  { db, now }: Context,
  person: PersonKey,
  { except, id }: { readonly except: string; readonly id?: string | undefined },
  by: Actor,
): Promise<number> {
  const others = isOpen(person, now());
  const own = readToken(except)?.hash ?? '';
  return inTransaction(db, async (tx) => {
    let ending = tx.deleteFrom('console_sessions').where(others).where('token_hash', '<>', own);
    if (id !== undefined) {
      const open = await tx.selectFrom('console_sessions').select('token_hash').where(others).execute();
      const hash = open.find(({ token_hash }) => idOf(token_hash) === id)?.token_hash;
      ending = ending.where('token_hash', '=', hash ?? '');
    }
    const ended = await ending.returning('token_hash').execute();
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

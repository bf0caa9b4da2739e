import { type NewSession, Refusal } from '@flight-offset/console';
import type { OrderContext } from '../../orders/context.ts';
import { inTransaction } from '../../store/transaction.ts';
import { openSession } from './sessions.ts';
import { readToken } from './token.ts';
import type { CountTry } from './tries.ts';

/** Limit on links that one client, or one IPv6 /64 network, may try. */
export const LINK_LIMIT = { requests: 20, windowSeconds: 600 } as const;

const INVALID = 'This link is invalid, was used, or has expired. Ask for a new one.';

/**
 * Signs in with a one-time link, which its use deletes: if two people use it at once, one is refused.
 * @throws Refusal if the link is invalid, used or expired, or too many were tried.
 */
export async function redeemLink(
  context: Pick<OrderContext, 'db' | 'now'>,
  countTry: CountTry,
  { link, address }: { readonly link: string; readonly address: string },
): Promise<NewSession> {
  await countTry(address);
  const held = readToken(link);
  if (!held) throw new Refusal(INVALID);
  const session = await inTransaction(context.db, async (tx) => {
    const used = await tx
      .deleteFrom('console_links')
      .where('merchant_id', '=', held.merchantId)
      .where('token_hash', '=', held.hash)
      .returning(['person_id', 'expires_at'])
      .executeTakeFirst();
    const at = context.now();
    if (!used || used.expires_at <= at) return undefined;
    const person = await tx
      .selectFrom('console_people')
      .selectAll()
      .where('merchant_id', '=', held.merchantId)
      .where('id', '=', used.person_id)
      .executeTakeFirst();
    // In the same transaction as the deletion: a link that signed nobody in must not be used up.
    return person && openSession(tx, person, at);
  });
  if (!session) throw new Refusal(INVALID);
  return session;
}

import { type NewSession, Refusal } from '@flight-offset/console';
import { clientNetwork } from '../../http/networks.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import type { OrderContext } from '../../orders/context.ts';
import { Problem } from '../../problem.ts';
import { inTransaction } from '../../store/transaction.ts';
import { openSession } from './sessions.ts';
import { readToken } from './token.ts';

/** Links which one client, or one IPv6 network of /64, may try in a window. */
export const LINK_LIMIT = { requests: 20, windowSeconds: 600 } as const;

const INVALID = 'This link is invalid, was used, or has expired. Ask for a new one.';

/**
 * Signs in with a one-time link. It is deleted with its use: of two who use it at once, one is refused.
 * @throws Refusal
 */
export async function redeemLink(
  context: Pick<OrderContext, 'db' | 'now'>,
  limiter: RateLimiter,
  { link, address }: { readonly link: string; readonly address: string },
): Promise<NewSession> {
  await countTry(limiter, address);
  const held = readToken(link);
  if (!held) throw new Refusal(INVALID);
  const person = await inTransaction(context.db, async (tx) => {
    const used = await tx
      .deleteFrom('console_links')
      .where('merchant_id', '=', held.merchantId)
      .where('token_hash', '=', held.hash)
      .returning(['person_id', 'expires_at'])
      .executeTakeFirst();
    if (!used || used.expires_at <= context.now()) return undefined;
    return tx
      .selectFrom('console_people')
      .selectAll()
      .where('merchant_id', '=', held.merchantId)
      .where('id', '=', used.person_id)
      .executeTakeFirst();
  });
  if (!person) throw new Refusal(INVALID);
  return openSession(context, person);
}

async function countTry(limiter: RateLimiter, address: string): Promise<void> {
  try {
    await limiter.take(`console link ${clientNetwork(address)}`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Refusal('Too many links were tried from your network. Wait ten minutes, then try again.', 429);
  }
}

import { Refusal } from '@flight-offset/console';
import { clientNetwork } from '../../http/networks.ts';
import { createRateLimiter, type RateLimit } from '../../http/rate-limit.ts';
import { sharedBudget } from '../../http/shared-budget.ts';
import type { OrderContext } from '../../orders/context.ts';
import { Problem } from '../../problem.ts';

/** Counts one try of a client. @throws Refusal above the limit. */
export type CountTry = (address: string) => Promise<void>;

/**
 * Limits how often one client, or one IPv6 /64 network, tries something.
 * @param what is tried, such as `link`.
 */
export function limitTries(
  { db, now }: Pick<OrderContext, 'db' | 'now'>,
  what: string,
  limit: RateLimit,
): CountTry {
  const lease = db.engine === 'postgres' ? sharedBudget(db, limit) : undefined;
  const limiter = createRateLimiter(limit, now, lease);
  return async (address) => {
    try {
      await limiter.take(`console ${what} ${clientNetwork(address)}`);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const message = `Too many ${what}s were tried from your network. Wait ten minutes, then try again.`;
      throw new Refusal(message, 429);
    }
  };
}

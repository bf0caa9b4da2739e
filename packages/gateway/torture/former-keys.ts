import { setTimeout as wait } from 'node:timers/promises';
import { createApiKey, revokeApiKey } from '../src/credentials/api-keys.ts';
import { createSealer } from '../src/credentials/seal.ts';
import { SANDBOX_MASTER_KEY } from '../src/sandbox.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { call, type Merchant, signed } from './call.ts';
import type { LoadOptions } from './load-options.ts';

/** Number of callers that use one key at once. */
const CALLERS = 3;
const ORDERS = '/offset-gateway/orders';

/** A key's life, from its creation. */
interface Tenure {
  /** Start and end of its revocation, by `performance.now()`; undefined until then. */
  revoking?: number;
  revoked?: number;
}

/** A merchant's key in use. */
interface HeldKey {
  readonly merchant: Merchant;
  readonly tenure: Tenure;
}

/**
 * Runs callers whose keys the operator revokes in the midst of their calls, one key after the other, until the run is
 * over. It is an oddity if a call that began after the revocation was not refused for it, or if a live key is refused.
 * @param databaseUrl database that the operator works on, in a process that is not a gateway.
 * @returns number of revoked keys.
 */
export async function runFormerKeys(options: LoadOptions, databaseUrl: string): Promise<number> {
  const { merchants, ports, notes, isOver } = options;
  const random = options.random.fork('former keys');
  const sealer = createSealer(SANDBOX_MASTER_KEY);
  const db = openDatabase(databaseUrl);
  let count = 0;
  let revokedKeys = 0;

  /** Repeats work that a fault of the database may end. @returns undefined once the run is over. */
  async function retryUntilOver<T>(work: () => Promise<T>): Promise<T | undefined> {
    while (!isOver()) {
      try {
        return await work();
      } catch {
        await wait(random.whole(20, 200));
      }
    }
    return undefined;
  }

  /** Sends a request. @returns Its response if it succeeded; 'over' once the key is refused, or should have been. */
  async function sendWith(
    { merchant, tenure }: HeldKey,
    path: string,
    body: string,
  ): Promise<'over' | object | undefined> {
    const began = performance.now();
    const headers = signed(merchant, body);
    const response = await call({ port: random.pick(ports), method: 'POST', path, headers, body });
    if (!response) return undefined;
    if (response.status === 401) {
      if (tenure.revoking === undefined) notes.oddities.push(`${path} refused a live key`);
      return 'over';
    }
    if (began > (tenure.revoked ?? Number.POSITIVE_INFINITY) && response.status < 500) {
      notes.oddities.push(`${path} returned ${response.status} to a key that had been revoked`);
      return 'over';
    }
    return response.status < 300 ? response.json : undefined;
  }

  /** Creates orders, and confirms some, until the key is refused. */
  async function use(key: HeldKey): Promise<void> {
    const { merchant, tenure } = key;
    while (!isOver() || tenure.revoked !== undefined) {
      count += 1;
      const marker = `former-${count}`;
      notes.sent.push({ merchant: merchant.id, marker, amount: 1, unit: 'kgCO2' });
      const created = await sendWith(
        key,
        ORDERS,
        JSON.stringify({ emission_amount: 1, user: { name: marker } }),
      );
      if (created === 'over') return;
      if (!created || !('order_id' in created)) {
        await wait(random.whole(5, 50));
        continue;
      }
      const orderId = String(created.order_id);
      notes.acknowledged.push({ merchant: merchant.id, marker, orderId });
      if (random.chance(0.5) && (await sendWith(key, `${ORDERS}/${orderId}/confirm`, '{}')) === 'over')
        return;
    }
  }

  while (!isOver()) {
    const { id: merchantId, webhookSecret } = random.pick(merchants);
    const made = await retryUntilOver(() =>
      createApiKey({ db, sealer }, merchantId, { scheme: 'hmac-sha256' }),
    );
    if (!made) break;
    const { id, apiKey, secret = '' } = made;
    const tenure: Tenure = {};
    const callers = Array.from({ length: CALLERS }, () =>
      use({ merchant: { id: merchantId, apiKey, secret, webhookSecret }, tenure }),
    );
    await wait(random.whole(50, 800));
    tenure.revoking = performance.now();
    if ((await retryUntilOver(() => revokeApiKey(db, id))) !== undefined) {
      tenure.revoked = performance.now();
      revokedKeys += 1;
    }
    await Promise.all(callers);
  }
  await db.close();
  return revokedKeys;
}

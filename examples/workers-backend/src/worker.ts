/** A merchant's backend as a Cloudflare Worker, which stores its orders in D1. */
import { kyselyStore, type OffsetStoreDatabase } from '@flight-offset/server/stores/kysely';
import { toWorkersHandler, type WorkersHandler } from '@flight-offset/server/workers';
import { Kysely } from 'kysely';
import { D1Dialect } from 'kysely-d1';

interface Env {
  readonly DB: D1Database;
  readonly MERCHANT_URL: string;
  readonly SHOP_URL: string;
  readonly OFFSET_URL: string;
  readonly OFFSET_API_KEY: string;
  readonly OFFSET_API_SECRET: string;
  readonly OFFSET_PLATFORM_ID: string;
}

const worker: WorkersHandler<Env> = toWorkersHandler((env: Env) => ({
  service: {
    baseUrl: env.OFFSET_URL,
    apiKey: env.OFFSET_API_KEY,
    signingKey: env.OFFSET_API_SECRET,
    platformId: env.OFFSET_PLATFORM_ID,
    honoursIdempotencyKey: true,
  },
  store: kyselyStore(new Kysely<OffsetStoreDatabase>({ dialect: new D1Dialect({ database: env.DB }) })),
  // The page that may send requests, and its return page.
  origins: [env.SHOP_URL],
  returnUrl: `${env.SHOP_URL}/return.html`,
  webhookUrl: `${env.MERCHANT_URL}/offset/webhooks`,
  onOrderCompleted: ({ orderId, grams }) =>
    console.log(`${orderId} is paid: ${grams / 1000} kg of credits allocated`),
  onError: (error, { operation }) => console.error(operation, error),
}));

export default worker;

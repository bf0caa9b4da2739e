import { kyselyStore } from '@flight-offset/server/stores/kysely';
import { toWorkersHandler } from '@flight-offset/server/workers';
import { Kysely } from 'kysely';
import { D1Dialect } from 'kysely-d1';

/** Holds the API secret and decides every amount. */
export default toWorkersHandler((env) => ({
  service: {
    baseUrl: env.OFFSET_URL,
    apiKey: env.OFFSET_API_KEY,
    signingKey: env.OFFSET_API_SECRET,
    platformId: env.OFFSET_PLATFORM_ID,
    // This gateway honours Idempotency-Key; set it only for a service that does.
    honoursIdempotencyKey: true,
  },
  // Instances of a Worker share no memory: orders are stored in D1.
  store: kyselyStore(new Kysely({ dialect: new D1Dialect({ database: env.DB }) })),
  webhookUrl: `${env.SHOP_URL}/offset/webhooks`,
  webhookSecrets: [env.OFFSET_WEBHOOK_SECRET],
  returnUrl: `${env.SHOP_URL}/return`,
  onOrderCompleted: ({ orderId, grams }) => console.log(`Paid: order ${orderId}, ${grams / 1000} kg`),
}));

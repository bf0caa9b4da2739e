import { createOffset, createOffsetHandler, startReconciling } from '@flight-offset/server';

const { env } = process;
const shop = env.SHOP_URL ?? 'http://localhost:3000';

/** They hold the API secret. The default values are those of the sandbox. */
const options = {
  service: {
    baseUrl: env.OFFSET_URL ?? 'http://localhost:4010',
    apiKey: env.OFFSET_API_KEY ?? 'sandbox-key',
    signingKey: env.OFFSET_API_SECRET ?? 'sandbox-secret',
    platformId: env.OFFSET_PLATFORM_ID ?? 'sandbox-platform',
    // This gateway honours Idempotency-Key; set it only for a service that does.
    honoursIdempotencyKey: true,
  },
  webhookUrl: `${shop}/offset/webhooks`,
  webhookSecrets: [env.OFFSET_WEBHOOK_SECRET ?? 'whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAwMDAwMDE='],
  returnUrl: `${shop}/return`,
  onOrderCompleted: ({ orderId, grams }) => console.log(`Paid: order ${orderId}, ${grams / 1000} kg`),
};

const offset = createOffset(options);
// Checks orders whose webhook never arrived.
startReconciling(offset);

/** Decides every amount. */
export const handler = createOffsetHandler(options, offset);

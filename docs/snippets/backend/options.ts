import type { OffsetHandlerOptions } from '@flight-offset/server';

const { env } = process;

export const options: OffsetHandlerOptions = {
  service: {
    baseUrl: env.OFFSET_URL ?? 'http://localhost:4010',
    apiKey: env.OFFSET_API_KEY ?? 'sandbox-key',
    signingKey: env.OFFSET_API_SECRET ?? 'sandbox-secret',
    platformId: env.OFFSET_PLATFORM_ID ?? 'sandbox-platform',
    // This gateway honours Idempotency-Key; set it only for a service that does.
    honoursIdempotencyKey: true,
  },
  // Where the service sends webhooks, and where travellers return to.
  webhookUrl: env.OFFSET_WEBHOOK_URL ?? 'http://localhost:3000/offset/webhooks',
  returnUrl: env.OFFSET_RETURN_URL ?? 'http://localhost:3000/return.html',
  webhookSecrets: [env.OFFSET_WEBHOOK_SECRET ?? 'whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAwMDAwMDE='],
  // The traveller chooses between half, all, and one and a half of the emissions.
  amounts: { fractions: [0.5, 1, 1.5] },
  onOrderCompleted: ({ orderId, grams, reference }) =>
    console.log(`${orderId} of booking ${reference}: ${grams / 1000} kg of credits allocated`),
  onError: (error, { operation }) => console.error(operation, error),
};

/** The merchant's backend of this shop. Only the backend holds the secret. */
import {
  createOffset,
  createOffsetHandler,
  type OffsetHandlerOptions,
  startReconciling,
} from '@flight-offset/server';
import { toNextJsHandler } from '@flight-offset/server/nextjs';

const { env } = process;
const shop = env.SHOP_URL ?? 'http://localhost:3000';

const options: OffsetHandlerOptions = {
  service: {
    baseUrl: env.OFFSET_URL ?? 'http://localhost:4010',
    apiKey: env.OFFSET_API_KEY ?? 'sandbox-key',
    signingKey: env.OFFSET_API_SECRET ?? 'sandbox-secret',
    platformId: env.OFFSET_PLATFORM_ID ?? 'sandbox-platform',
    honoursIdempotencyKey: true,
  },
  webhookUrl: `${shop}/offset/webhooks`,
  returnUrl: shop,
  onOrderCompleted: ({ orderId, grams }) =>
    console.log(`${orderId} is paid: ${grams / 1000} kg of credits allocated`),
};

const offset = createOffset(options);
// Checks orders whose webhook never arrived.
startReconciling(offset);
const handler = createOffsetHandler(options, offset);

export const { GET, POST, OPTIONS } = toNextJsHandler(handler);

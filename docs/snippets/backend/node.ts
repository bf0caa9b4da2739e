// #region backend
import { createServer } from 'node:http';
import { createOffsetHandler } from '@flight-offset/server';
import { toNodeHandler } from '@flight-offset/server/node';

const { env } = process;

const handler = createOffsetHandler({
  service: {
    baseUrl: env.OFFSET_URL ?? 'http://localhost:4010',
    apiKey: env.OFFSET_API_KEY ?? 'sandbox-key',
    signingKey: env.OFFSET_API_SECRET ?? 'sandbox-secret',
    platformId: env.OFFSET_PLATFORM_ID ?? 'sandbox-platform',
  },
  callbackUrl: 'http://localhost:3000/offset/notifications',
  onOrderCompleted: ({ orderId, grams }) => console.log(`${orderId}: ${grams / 1000} kg retired`),
});

createServer(toNodeHandler(handler)).listen(Number(env.PORT ?? 3000));
// #endregion backend

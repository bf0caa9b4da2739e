import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { createClientAddress } from '../http/client-address.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { createClock } from '../operation/clock.ts';
import { createMetrics } from '../operation/metrics.ts';
import { createPdfMaker } from '../pdf/pdf-maker.ts';
import { sandboxProvider } from '../providers/sandbox.ts';
import type { TestStore } from './store.ts';

/** Sends a request to the gateway, as its server does. */
export type RequestOfApp = (path: string, init?: RequestInit) => Response | Promise<Response>;

/**
 * Creates a gateway without server and background work: only its requests change the store.
 * @param more parts of it that differ.
 */
export function createTestApp(
  { context, db, sealer }: TestStore,
  more: Partial<Parameters<typeof createApp>[0]> = {},
): RequestOfApp {
  const app = createApp({
    orders: context,
    credentials: { db, sealer },
    provider: sandboxProvider(),
    paymentOrigins: [],
    clientAddress: createClientAddress(undefined),
    failures: { record: () => {}, close: async () => {} },
    sandbox: true,
    rateLimiter: createRateLimiter({ requests: 1000, windowSeconds: 60 }, Date.now),
    pdfs: createPdfMaker(),
    metrics: createMetrics(),
    hasPublicMetrics: true,
    clock: createClock(context.now),
    log: pino({ level: 'silent' }),
    store: { isLost: false, check: async () => undefined },
    faults: { report: () => {}, close: () => {} },
    isReady: async () => true,
    isLeaving: () => false,
    ...more,
  });
  return (path, init = {}) => {
    // The gateway reads bodies from here.
    const incoming = new IncomingMessage(new Socket());
    const sent = String(init.body ?? '');
    incoming.headers['content-length'] = String(sent.length);
    incoming.push(sent);
    incoming.push(null);
    return app.request(path, init, { incoming } as never);
  };
}

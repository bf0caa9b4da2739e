import { requireStorable } from '@flight-offset/core/server';
import type { Logger } from 'pino';
import { readBody } from '../http/body.ts';
import type { Routes } from '../http/routes.ts';
import type { OrderContext } from '../orders/context.ts';
import { Problem } from '../problem.ts';
import type { Provider, ProviderEvent } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { applyEvent } from './apply-report.ts';

/** Has the provider send an event again if its API is unavailable. @throws Problem 50301, or the error. */
function throwRetryLater(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  const headers = { 'retry-after': '60' };
  throw new Problem(50301, 'The provider is unavailable. Send this event again.', { headers });
}

/** More than the texts of any event. PostgreSQL's indexes take identifiers of less than 2,700 bytes. */
const MAX_TEXT_BYTES = 2000;

/** Refuses an event that the database cannot store: after an internal error, the provider would repeat it. */
function requireWritable(event: ProviderEvent): void {
  requireStorable(event, 'event');
  if (Buffer.byteLength(JSON.stringify(event)) > MAX_TEXT_BYTES)
    throw new Problem(40002, `event: its identifiers are longer than ${MAX_TEXT_BYTES} bytes together.`);
}

/** Parts of the gateway that the endpoint needs. */
interface Needs {
  readonly orders: OrderContext;
  readonly provider: Provider;
  readonly log: Logger;
}

/** Extension: receives the payment provider's webhooks. Their signature is the authentication. */
export const eventRoutes: Routes<Needs> = ({ orders, provider, log }) => ({
  [`/providers/${provider.name}/events`]: {
    async POST(context) {
      const body = await readBody(context.env.incoming);
      const event = await provider.readEvent(context.req.raw.headers, body);
      if (event) requireWritable(event);
      const applied = event ? await applyEvent(orders, provider, event).catch(throwRetryLater) : 'ignored';
      if (applied === 'unclaimed') {
        const { id } = event ?? {};
        log.error({ provider: provider.name, event: id }, 'money arrived for an unknown order; run doctor');
      }
      return context.json({ received: true });
    },
  },
});

import { requireStorable } from '@flight-offset/core/server';
import type { Logger } from 'pino';
import { readBody } from '../http/body.ts';
import type { Routes } from '../http/routes.ts';
import type { OrderContext } from '../orders/context.ts';
import { Problem } from '../problem.ts';
import type { Provider, ProviderEvent } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { applyEvent } from './apply-report.ts';

/** An event that leads to a question to which the provider does not respond just now is worth sending again. */
function sendAgain(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  const headers = { 'retry-after': '60' };
  throw new Problem(50301, 'The provider is unavailable. Send this event again.', { headers });
}

/** More than the texts of an event come to. PostgreSQL's indexes take identifiers of less than 2,700 bytes. */
const MAX_TEXT_BYTES = 2000;

/** What the database cannot store is refused by name: an error of the gateway would have the provider repeat it. */
function requireWritable(event: ProviderEvent): void {
  requireStorable(event, 'event');
  if (Buffer.byteLength(JSON.stringify(event)) > MAX_TEXT_BYTES)
    throw new Problem(40002, `event: its identifiers are longer than ${MAX_TEXT_BYTES} bytes together.`);
}

/** What of the gateway it needs. */
interface Needs {
  readonly orders: OrderContext;
  readonly provider: Provider;
  readonly log: Logger;
}

/** Where the payment provider sends its webhooks. Their signature is the authentication. Extension. */
export const eventRoutes: Routes<Needs> = ({ orders, provider, log }) => ({
  [`/providers/${provider.name}/events`]: {
    async POST(context) {
      const body = await readBody(context.env.incoming);
      const event = await provider.readEvent(context.req.raw.headers, body);
      if (event) requireWritable(event);
      const applied = event ? await applyEvent(orders, provider, event).catch(sendAgain) : 'ignored';
      if (applied === 'unclaimed') {
        const { id } = event ?? {};
        log.error({ provider: provider.name, event: id }, 'money arrived for an unknown order; run doctor');
      }
      return context.json({ received: true });
    },
  },
});

import { readBody } from '../http/body.ts';
import type { Routes } from '../http/routes.ts';
import { applyEvent } from './apply-report.ts';

/** Where the payment provider sends its webhooks. Their signature is the authentication. Extension. */
export const eventRoutes: Routes = ({ orders, provider, log }) => ({
  [`/providers/${provider.name}/events`]: {
    async POST(context) {
      const body = await readBody(context.env.incoming);
      const event = await provider.readEvent(context.req.raw.headers, body);
      const applied = event ? await applyEvent(orders, provider, event) : 'ignored';
      if (applied === 'unclaimed') {
        const { id } = event ?? {};
        log.error(
          { provider: provider.name, event: id },
          'money came for an order that is not known; run doctor',
        );
      }
      return context.json({ received: true });
    },
  },
});

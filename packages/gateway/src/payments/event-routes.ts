import { readBody } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import type { Routes } from '../http/routes.ts';
import { applyEvent } from './pay.ts';

/** Where the payment provider tells of payments. Its signature is the authentication. Extension. */
export const eventRoutes: Routes = ({ orders, provider }) => ({
  [`/providers/${provider.name}/events`]: {
    async POST(context) {
      const body = await readBody(context.env.incoming);
      const event = await provider.readEvent(context.req.raw.headers, body);
      if (event && !(await applyEvent(orders, provider, event))) {
        // The payment may be just about to be written: the provider tells again.
        throw new Problem(40401, 'this payment is not known here');
      }
      return context.json({ received: true });
    },
  },
});

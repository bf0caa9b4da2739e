import Stripe from 'stripe';
import { Problem } from '../http/problem.ts';
import type { PaymentEvent, Provider } from './provider.ts';

/** Keys of a Stripe account, and where its API is if not at Stripe. */
export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** For tests: a server that behaves like Stripe's. */
  readonly apiUrl?: string;
}

type Outcome = PaymentEvent['outcome'];

/** What Stripe's events on a Checkout Session mean here. A session that is completed may not be paid yet. */
const OUTCOMES: Readonly<Record<string, (session: Stripe.Checkout.Session) => Outcome | undefined>> = {
  'checkout.session.completed': ({ payment_status }) => (payment_status === 'paid' ? 'captured' : undefined),
  'checkout.session.async_payment_succeeded': () => 'captured',
  'checkout.session.async_payment_failed': () => 'refused',
  'checkout.session.expired': () => 'refused',
};

/** Stripe lets a session live for 30 minutes to 24 hours. */
const LEAST_S = 31 * 60;
const MOST_S = 24 * 60 * 60 - 60;

function endpoint(apiUrl: string | undefined): Partial<Stripe.StripeConfig> {
  if (apiUrl === undefined) return {};
  const { hostname: host, port, protocol } = new URL(apiUrl);
  return { host, port, protocol: protocol === 'http:' ? 'http' : 'https' };
}

function idOf(value: string | { id: string } | null): string | undefined {
  return typeof value === 'string' ? value : value?.id;
}

/** Checkout Sessions of Stripe, in rupees. */
export function stripeProvider({ secretKey, webhookSecret, apiUrl }: StripeOptions): Provider {
  const stripe = new Stripe(secretKey, { ...endpoint(apiUrl), timeout: 15_000, maxNetworkRetries: 2 });
  return {
    name: 'stripe',
    async start({ order, paymentId, returnUrl, cancelUrl, description }) {
      const now = Math.floor(Date.now() / 1000);
      const left = Math.floor(order.expires_at / 1000) - now;
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: order.id,
          metadata: { payment_id: paymentId },
          expires_at: now + Math.min(Math.max(left, LEAST_S), MOST_S),
          success_url: returnUrl,
          cancel_url: cancelUrl,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: 'inr',
                unit_amount: order.amount_minor,
                product_data: { name: description },
              },
            },
          ],
        },
        { idempotencyKey: paymentId },
      );
      if (session.url === null) throw new Error('Stripe gave no address for the session');
      return { kind: 'redirect', reference: session.id, url: session.url };
    },
    async readEvent(headers, body) {
      let event: Stripe.Event;
      try {
        event = await stripe.webhooks.constructEventAsync(
          Buffer.from(body),
          headers.get('stripe-signature') ?? '',
          webhookSecret,
        );
      } catch {
        throw new Problem(40104, 'stripe-signature does not fit; check STRIPE_WEBHOOK_SECRET');
      }
      const meaning = Object.hasOwn(OUTCOMES, event.type) ? OUTCOMES[event.type] : undefined;
      if (!meaning) return undefined;
      const session = event.data.object as Stripe.Checkout.Session;
      const outcome = meaning(session);
      if (!outcome) return undefined;
      const paymentReference = idOf(session.payment_intent);
      return {
        id: event.id,
        reference: session.id,
        outcome,
        ...(paymentReference === undefined ? {} : { paymentReference }),
        ...(session.amount_total === null ? {} : { amountPaise: session.amount_total }),
      };
    },
    async refund({ id, payment_reference }) {
      if (payment_reference === null) throw new Error(`payment ${id} has no payment intent to refund`);
      await stripe.refunds.create({ payment_intent: payment_reference }, { idempotencyKey: `refund-${id}` });
    },
  };
}

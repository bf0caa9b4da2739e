import { sign } from '@flight-offset/core/server';
import Stripe from 'stripe';
import type { ExternalProvider } from '../config-schema.ts';
import {
  type BookedRefund,
  type BookedSession,
  paymentLink,
  razorpayObjects,
  stripeObjects,
} from './provider-books.ts';

const STRIPE_WEBHOOK_SECRET = 'whsec_stripe_test';
const RAZORPAY_WEBHOOK_SECRET = 'razorpay-webhook-secret';

/** An event before it is signed. */
export interface EventText {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** Event formats and names of one provider. */
export interface TestDialect {
  readonly name: ExternalProvider;
  readonly environment: Record<string, string>;
  readonly signatureHeader: string;
  readonly startPath: string;
  refundPath(payment: string): string;
  /** Creates an event on a session: paid, or over. */
  session(id: string, session: BookedSession): EventText;
  /** Creates an event on a refund or a dispute. */
  refund(id: string, refund: BookedRefund): EventText;
  sign(body: string): Promise<string>;
}

function stripeEvent(id: string, type: string, object: object): EventText {
  return { body: JSON.stringify({ id, object: 'event', type, data: { object } }), headers: {} };
}

/** Stripe's events. */
export const stripeDialect: TestDialect = {
  name: 'stripe',
  environment: { STRIPE_SECRET_KEY: 'sk_test_unmistakable', STRIPE_WEBHOOK_SECRET },
  signatureHeader: 'stripe-signature',
  startPath: '/v1/checkout/sessions',
  refundPath: () => '/v1/refunds',
  session(id, session) {
    const type = session.state === 'closed' ? 'checkout.session.expired' : 'checkout.session.completed';
    return stripeEvent(id, type, stripeObjects.session(session, ''));
  },
  refund(id, refund) {
    if (refund.kind === 'refund')
      return stripeEvent(
        id,
        refund.state === 'failed' ? 'refund.failed' : 'refund.updated',
        stripeObjects.refund(refund),
      );
    const type = refund.state === 'pending' ? 'charge.dispute.created' : 'charge.dispute.closed';
    return stripeEvent(id, type, stripeObjects.dispute(refund));
  },
  sign: (payload) =>
    Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: STRIPE_WEBHOOK_SECRET }),
};

function razorpayEvent(id: string, event: string, payload: object): EventText {
  return {
    body: JSON.stringify({ entity: 'event', event, payload }),
    headers: { 'x-razorpay-event-id': id },
  };
}

/** Razorpay's events. */
export const razorpayDialect: TestDialect = {
  name: 'razorpay',
  environment: {
    RAZORPAY_KEY_ID: 'rzp_test_unmistakable',
    RAZORPAY_KEY_SECRET: 'razorpay-key-secret',
    RAZORPAY_WEBHOOK_SECRET,
  },
  signatureHeader: 'x-razorpay-signature',
  startPath: '/v1/payment_links',
  refundPath: (payment) => `/v1/payments/${payment}/refund`,
  session(id, session) {
    const { payment, received, state, due } = session;
    const { currency, amount_minor: amount } = received ?? due;
    const link = { entity: paymentLink(session, 'https://rzp.io/i/1') };
    return state === 'closed'
      ? razorpayEvent(id, 'payment_link.expired', { payment_link: link })
      : razorpayEvent(id, 'payment_link.paid', {
          payment_link: link,
          payment: { entity: { id: payment, amount, currency } },
        });
  },
  refund(id, refund) {
    if (refund.kind === 'refund') {
      const event = { pending: 'refund.created', completed: 'refund.processed', failed: 'refund.failed' }[
        refund.state
      ];
      return razorpayEvent(id, event, { refund: { entity: razorpayObjects.refund(refund) } });
    }
    const event = { pending: 'created', completed: 'lost', failed: 'won' }[refund.state];
    return razorpayEvent(id, `payment.dispute.${event}`, {
      dispute: { entity: razorpayObjects.dispute(refund) },
    });
  },
  sign: (body) => sign(body, { scheme: 'hmac-sha256', secret: RAZORPAY_WEBHOOK_SECRET }),
};

const BY_PROVIDER: Readonly<Record<ExternalProvider, TestDialect>> = {
  stripe: stripeDialect,
  razorpay: razorpayDialect,
};

/** Dialects of all providers: tests of their common behaviour run with each. */
export const TEST_DIALECTS: readonly TestDialect[] = Object.values(BY_PROVIDER);

import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A provider the gateway can take money by, besides its sandbox. */
export const BANKS = ['razorpay', 'stripe'] as const;
export type Bank = (typeof BANKS)[number];

/** A page of the provider where something is to be paid. */
export interface Session {
  readonly id: string;
  readonly amount: number;
}

/** One thing a provider tells of a session. */
export interface Told {
  readonly type: string;
  readonly session: Session;
  /** Identifier of the money, where some was taken. */
  readonly payment: string | undefined;
}

/** How a provider's API and events are written; amounts are paise. */
export interface Dialect {
  /** What a gateway needs to work with a provider at this address. */
  environment(apiUrl: string): NodeJS.ProcessEnv;
  readonly sessionsPath: string;
  /** Types of events, in the order in which they are told; some providers first say that money is on its way. */
  readonly paid: readonly (readonly string[])[];
  readonly expired: string;
  amountOf(body: string): number;
  readonly prefix: string;
  opened(id: string, url: string): object;
  /** Name under which a create or a refund may be repeated. */
  repeatKey(headers: IncomingHttpHeaders): string | undefined;
  /** The payment which a request gives back. */
  refundOf(path: string, body: string): string | undefined;
  event(id: string, told: Told): object;
  /** Headers of an event, signed now. */
  sign(id: string, body: string): Record<string, string>;
}

const SECRET = 'torture-webhook-secret';

function hmac(text: string): string {
  return createHmac('sha256', SECRET).update(text).digest('hex');
}

const razorpay: Dialect = {
  environment: (apiUrl) => ({
    GATEWAY_PROVIDER: 'razorpay',
    GATEWAY_PROVIDER_API_URL: apiUrl,
    RAZORPAY_KEY_ID: 'rzp_test_torture',
    RAZORPAY_KEY_SECRET: 'torture',
    RAZORPAY_WEBHOOK_SECRET: SECRET,
  }),
  sessionsPath: '/v1/payment_links',
  paid: [['payment_link.paid']],
  expired: 'payment_link.expired',
  amountOf: (body) => (JSON.parse(body) as { amount: number }).amount,
  prefix: 'plink',
  opened: (id, short_url) => ({ id, short_url }),
  repeatKey: (headers) => headers['x-refund-idempotency']?.toString(),
  refundOf: (path) => /^\/v1\/payments\/([^/]+)\/refund$/.exec(path)?.[1],
  event: (_, { type, session, payment }) => ({
    event: type,
    payload: {
      payment_link: { entity: { id: session.id } },
      ...(payment === undefined ? {} : { payment: { entity: { id: payment, amount: session.amount } } }),
    },
  }),
  sign: (id, body) => ({ 'x-razorpay-event-id': id, 'x-razorpay-signature': hmac(body) }),
};

const stripe: Dialect = {
  environment: (apiUrl) => ({
    GATEWAY_PROVIDER: 'stripe',
    GATEWAY_PROVIDER_API_URL: apiUrl,
    STRIPE_SECRET_KEY: 'sk_test_torture',
    STRIPE_WEBHOOK_SECRET: SECRET,
  }),
  sessionsPath: '/v1/checkout/sessions',
  paid: [
    ['checkout.session.completed'],
    ['checkout.session.completed', 'checkout.session.async_payment_succeeded'],
  ],
  expired: 'checkout.session.expired',
  amountOf: (body) => Number(new URLSearchParams(body).get('line_items[0][price_data][unit_amount]')),
  prefix: 'cs_test',
  opened: (id, url) => ({ id, object: 'checkout.session', url }),
  repeatKey: (headers) => headers['idempotency-key']?.toString(),
  refundOf: (path, body) =>
    path === '/v1/refunds' ? (new URLSearchParams(body).get('payment_intent') ?? undefined) : undefined,
  event: (id, { type, session, payment }) => ({
    id,
    object: 'event',
    type,
    data: {
      object: {
        id: session.id,
        object: 'checkout.session',
        amount_total: session.amount,
        payment_intent: payment ?? null,
        payment_status: payment === undefined ? 'unpaid' : 'paid',
      },
    },
  }),
  sign(_, body) {
    const at = Math.floor(Date.now() / 1000);
    return { 'stripe-signature': `t=${at},v1=${hmac(`${at}.${body}`)}` };
  },
};

/** Every provider by its name. */
export const DIALECTS: Readonly<Record<Bank, Dialect>> = { razorpay, stripe };

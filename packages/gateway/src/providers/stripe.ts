import Stripe from 'stripe';
import * as z from 'zod';
import { Problem } from '../problem.ts';
import type { CallLimits, PaymentReport, Provider, RefundReport, Report } from './provider.ts';
import { ProviderError, toProviderError } from './provider-error.ts';
import { toStripe } from './stripe-amounts.ts';
import { stripeClient } from './stripe-client.ts';
import {
  disputeReport,
  refundReport,
  reportOfStripeEvent,
  sessionReport,
  stripeEventSchema,
} from './stripe-reports.ts';

/** Keys of a Stripe account. */
export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** URL of a test server that behaves like Stripe's. */
  readonly apiUrl?: string;
  /** Default: each call has 15 seconds and two retries. */
  readonly limits?: CallLimits | undefined;
}

/** Stripe lets a session live for 30 minutes to 24 hours. */
const MIN_SESSION_S = 31 * 60;
const MAX_SESSION_S = 24 * 60 * 60 - 60;
const PAGE = 100;
/** Maximum keys for one refund: more than its possible refusals in the day for which Stripe remembers each. */
const MAX_REFUND_KEYS = 50;

/**
 * Whether Stripe has repeated its refusal of an earlier request, which created nothing. It repeats it for at least a
 * day, even if the cause is gone. The effect of a repeated error of Stripe itself is unknown.
 * @see https://docs.stripe.com/api/idempotent_requests
 */
function isRepeatedRefusal(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return (error.statusCode ?? 500) < 500 && error.headers?.['idempotent-replayed'] === 'true';
}

/**
 * Creates a provider that takes payments by Stripe's Checkout: one session per payment, in the order's currency. A
 * session expires with its order, but not before the 30 minutes that Stripe requires. Payments and refunds use the
 * gateway's identifiers as idempotency keys, so that a repeated request never charges or refunds twice.
 * @see https://docs.stripe.com/api/checkout/sessions
 * @example const provider = stripeProvider({ secretKey: 'sk_test_…', webhookSecret: 'whsec_…' });
 */
export function stripeProvider({ secretKey, webhookSecret, apiUrl, limits }: StripeOptions): Provider {
  const stripe = stripeClient(secretKey, apiUrl, limits);

  function fault(operation: string, error: unknown): ProviderError {
    return toProviderError('stripe', operation, error, [secretKey, webhookSecret]);
  }

  /** Calls Stripe; rejects with an error that holds nothing of Stripe's own message. */
  async function ask<T>(operation: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw fault(operation, error);
    }
  }

  /**
   * Yields the reports of a list, page after page. @param read converts one object; undefined if it does not concern
   * the gateway.
   */
  async function* each<T extends Report>(
    operation: string,
    list: () => AsyncIterable<unknown>,
    read: (object: unknown) => T | undefined,
  ): AsyncGenerator<T> {
    try {
      for await (const object of list()) {
        const report = read(object);
        if (report) yield report;
      }
    } catch (error) {
      throw fault(operation, error);
    }
  }

  async function verified(headers: Headers, body: Uint8Array): Promise<unknown> {
    try {
      return await stripe.webhooks.constructEventAsync(
        Buffer.from(body),
        headers.get('stripe-signature') ?? '',
        webhookSecret,
      );
    } catch (error) {
      // The signature is checked first: an unreadable event, or a thin one, was signed.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return undefined;
      throw new Problem(
        40104,
        "Invalid stripe-signature. Check STRIPE_WEBHOOK_SECRET and this machine's clock.",
      );
    }
  }

  function money(paymentReference: string | null, id: string): string {
    if (paymentReference !== null) return paymentReference;
    throw new ProviderError('stripe', 'refund', { code: `payment ${id} has no payment intent` });
  }

  function certain(operation: string, report: RefundReport | undefined): RefundReport {
    if (report) return report;
    throw new ProviderError('stripe', operation, { code: 'no_payment_intent' });
  }

  /**
   * Requests a refund under the first of its keys that was not refused before. A repeated call uses the same key, so
   * that the refund is created once.
   */
  async function createRefund(id: string, wanted: Stripe.RefundCreateParams): Promise<Stripe.Refund> {
    for (let count = 1; ; count += 1) {
      try {
        const idempotencyKey = count === 1 ? id : `${id}.${count}`;
        return await stripe.refunds.create(wanted, { idempotencyKey });
      } catch (error) {
        if (count === MAX_REFUND_KEYS || !isRepeatedRefusal(error)) throw error;
      }
    }
  }

  const refunds = (wanted: Stripe.RefundListParams): AsyncIterable<RefundReport> =>
    each('refunds', () => stripe.refunds.list({ ...wanted, limit: PAGE }), refundReport);
  const refundsSince = (since: number): AsyncIterable<RefundReport> =>
    refunds({ created: { gte: Math.floor(since / 1000) } });

  return {
    name: 'stripe',
    start: ({ order, paymentId, returnUrl, cancelUrl, description }) =>
      ask('start', async () => {
        const now = Math.floor(Date.now() / 1000);
        const left = Math.floor(order.expires_at / 1000) - now;
        const expiresAt = now + Math.min(Math.max(left, MIN_SESSION_S), MAX_SESSION_S);
        const metadata = { payment_id: paymentId, order_id: order.id };
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: order.id,
            // Payers are charged the stated amount, not its equivalent in another currency with a fee on top.
            adaptive_pricing: { enabled: false },
            metadata,
            // Stripe's dashboard shows it beside the payment.
            payment_intent_data: { metadata },
            expires_at: expiresAt,
            success_url: returnUrl,
            cancel_url: cancelUrl,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: order.currency.toLowerCase(),
                  unit_amount: toStripe('start', order),
                  product_data: { name: description },
                },
              },
            ],
          },
          { idempotencyKey: paymentId },
        );
        const { id, url } = z.object({ id: z.string().min(1), url: z.url() }).parse(session);
        return { kind: 'redirect', reference: id, url, expiresAt: expiresAt * 1000 };
      }),
    async readEvent(headers, body) {
      const parsed = stripeEventSchema.safeParse(await verified(headers, body));
      if (!parsed.success)
        throw new Problem(
          40002,
          'The body is signed, but it is no Stripe event with payload style Snapshot.',
        );
      const { id, type, data } = parsed.data;
      try {
        const report = reportOfStripeEvent(type, data.object);
        return report && { id, report };
      } catch {
        throw new Problem(40002, `data.object: is not what a ${type} event holds; check the API version.`);
      }
    },
    find: ({ reference }) =>
      ask('find', async (): Promise<PaymentReport> => {
        const expand = ['payment_intent'];
        return sessionReport(await stripe.checkout.sessions.retrieve(reference, { expand }));
      }),
    findByMoney: (payment_intent) =>
      ask('find by money', async () => {
        const { data } = await stripe.checkout.sessions.list({ payment_intent, limit: 1 });
        const [session] = data;
        return session && sessionReport(session);
      }),
    close: ({ reference }) =>
      ask('close', async () => {
        await stripe.checkout.sessions.expire(reference);
      }),
    refund: ({ refund, payment }) =>
      ask('refund', async () =>
        certain(
          'refund',
          refundReport(
            await createRefund(refund.id, {
              payment_intent: money(payment.payment_reference, payment.id),
              amount: toStripe('refund', refund),
              metadata: { refund_id: refund.id },
            }),
          ),
        ),
      ),
    findRefund: ({ cause, provider_reference: reference }) =>
      ask('find refund', async () => {
        const id = reference ?? '';
        const report =
          cause === 'dispute'
            ? disputeReport(await stripe.disputes.retrieve(id))
            : refundReport(await stripe.refunds.retrieve(id));
        return certain('find refund', report);
      }),
    refundsOf: (payment_intent) => refunds({ payment_intent }),
    refundsSince,
    async *reportsSince(since): AsyncGenerator<Report> {
      const from = Math.floor(since / 1000);
      // A session may be paid up to a day after it was created.
      const sessions = { created: { gte: from - MAX_SESSION_S }, limit: PAGE, status: 'complete' as const };
      const paid = (object: unknown): PaymentReport | undefined => {
        const report = sessionReport(object);
        return report.state === 'paid' ? report : undefined;
      };
      yield* each('sessions', () => stripe.checkout.sessions.list(sessions), paid);
      yield* refundsSince(since);
      const created = { created: { gte: from }, limit: PAGE };
      yield* each('disputes', () => stripe.disputes.list(created), disputeReport);
    },
  };
}

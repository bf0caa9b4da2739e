import { verify } from '@flight-offset/core/server';
import * as z from 'zod';
import { Problem } from '../problem.ts';
import { requirePayable, requireRefundable } from './payable-step.ts';
import type { CallLimits, PaymentReport, Provider, RefundReport, Report } from './provider.ts';
import { ProviderError, toProviderError } from './provider-error.ts';
import {
  disputeReport,
  linkReport,
  razorpayEventSchema,
  refundReport,
  reportOfRazorpayEvent,
} from './razorpay-reports.ts';

/** Keys of a Razorpay account. */
export interface RazorpayOptions {
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecret: string;
  /** URL of a test server that behaves like Razorpay's. */
  readonly apiUrl?: string;
  /** Default: each call has 15 seconds. None is repeated. */
  readonly limits?: CallLimits | undefined;
}

const TIMEOUT_MS = 15_000;
/** Limits of a link's life: Razorpay requires at least 15 minutes, and at most six months. */
const MIN_LINK_S = 16 * 60;
const MAX_LINK_S = 180 * 86_400;
const PAGE = 100;

const madeSchema = z.object({ id: z.string().min(1), short_url: z.url({ protocol: /^https?$/ }) });
const listedSchema = z.object({ payment_links: z.array(z.object({ id: z.string().min(1) })).nullish() });
const pageSchema = z.object({ items: z.array(z.unknown()) });
/** Most refusals have the same code; the reason, if there is one, is more precise. */
const errorSchema = z.object({
  error: z.object({
    code: z.string(),
    reason: z.string().nullish(),
    description: z.string().nullish().transform(reasonIn),
  }),
});

/**
 * Reasons that only the message of a refusal states. The first uses Stripe's code; the second is for a payment older
 * than six months, which most banks refund only by an instant refund, if at all.
 * @see https://razorpay.com/docs/payments/refunds/errors/
 */
const REASONS = [
  ['not have enough balance', 'balance_insufficient'],
  ['more than 6 months old', 'payment_too_old'],
] as const;

function reasonIn(description: string | null | undefined): string | undefined {
  return REASONS.find(([words]) => description?.includes(words))?.[1];
}

/**
 * Creates a provider that takes payments by Razorpay's payment links: one link per payment, in the order's currency. A
 * link expires with its order, but not before the 15 minutes that Razorpay requires, and after six months at most. No
 * call is repeated here: the caller repeats it.
 * @see https://razorpay.com/docs/api/payments/payment-links/
 * @example const provider = razorpayProvider({ keyId: 'rzp_test_…', keySecret: '…', webhookSecret: '…' });
 */
export function razorpayProvider(options: RazorpayOptions): Provider {
  const { keyId, keySecret, webhookSecret, apiUrl = 'https://api.razorpay.com', limits } = options;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const secrets = [keyId, keySecret, webhookSecret, authorization];

  async function call(
    operation: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    try {
      const response = await fetch(`${apiUrl}/v1/${path}`, {
        headers: { authorization, 'content-type': 'application/json', ...headers },
        redirect: 'error',
        signal: AbortSignal.timeout(limits?.timeoutMs ?? TIMEOUT_MS),
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      const json: unknown = await response.json().catch(() => undefined);
      if (response.ok) return json;
      const { status } = response;
      const { code, reason, description } = errorSchema.safeParse(json).data?.error ?? {};
      throw Object.assign(new Error('refused'), {
        status,
        code: description ?? (reason && reason !== 'NA' ? reason : code),
      });
    } catch (error) {
      throw toProviderError('razorpay', operation, error, secrets);
    }
  }

  /** Reads a response. @throws ProviderError if it is not as Razorpay documents. */
  function read<T>(operation: string, work: () => T): T {
    try {
      return work();
    } catch {
      throw new ProviderError('razorpay', operation, { code: 'unexpected_response' });
    }
  }

  async function* each(operation: string, path: string): AsyncGenerator<unknown> {
    for (let skip = 0; ; skip += PAGE) {
      const page = await call(
        operation,
        `${path}${path.includes('?') ? '&' : '?'}count=${PAGE}&skip=${skip}`,
      );
      const { items } = read(operation, () => pageSchema.parse(page));
      yield* items;
      if (items.length < PAGE) return;
    }
  }

  async function* refunds(path: string): AsyncGenerator<RefundReport> {
    for await (const one of each('refunds', path)) yield read('refunds', () => refundReport(one));
  }
  const refundsSince = (since: number): AsyncIterable<RefundReport> =>
    refunds(`refunds?from=${Math.floor(since / 1000)}`);

  async function find(operation: string, link: string): Promise<PaymentReport> {
    const found = await call(operation, `payment_links/${encodeURIComponent(link)}`);
    return read(operation, () => linkReport(found));
  }

  return {
    name: 'razorpay',
    async start({ order, paymentId, returnUrl, description }) {
      requirePayable('razorpay', 'start', order);
      const now = Math.floor(Date.now() / 1000);
      const left = Math.floor(order.expires_at / 1000) - now;
      const expireBy = now + Math.min(Math.max(left, MIN_LINK_S), MAX_LINK_S);
      const made = await call('start', 'payment_links', {
        amount: order.amount_minor,
        currency: order.currency,
        accept_partial: false,
        // Razorpay refuses a second link under the same reference.
        reference_id: paymentId,
        notes: { payment_id: paymentId, order_id: order.id },
        description,
        expire_by: expireBy,
        notify: { sms: false, email: false },
        reminder_enable: false,
        callback_url: returnUrl,
        callback_method: 'get',
      });
      const link = read('start', () => madeSchema.parse(made));
      return { kind: 'redirect', reference: link.id, url: link.short_url, expiresAt: expireBy * 1000 };
    },
    async readEvent(headers, body) {
      const signature = headers.get('x-razorpay-signature') ?? '';
      if (!(await verify(body, signature, { scheme: 'hmac-sha256', secret: webhookSecret }))) {
        throw new Problem(40104, 'Invalid x-razorpay-signature. Check RAZORPAY_WEBHOOK_SECRET.');
      }
      const parsed = razorpayEventSchema.safeParse(readJson(body));
      if (!parsed.success) throw new Problem(40002, 'The body is signed, but it is no Razorpay event.');
      const { event, payload } = parsed.data;
      try {
        const report = reportOfRazorpayEvent(event, payload);
        return report && { id: headers.get('x-razorpay-event-id') ?? `${event}:${report.reference}`, report };
      } catch {
        throw new Problem(40002, `payload: is not what a ${event} event holds; check the API version.`);
      }
    },
    find: ({ reference }) => find('find', reference),
    async findByMoney(paymentReference) {
      const query = new URLSearchParams({ payment_id: paymentReference });
      const found = await call('find by money', `payment_links?${query}`);
      const [link] = read('find by money', () => listedSchema.parse(found).payment_links) ?? [];
      // Razorpay's list leaves out the payments of a link; the link itself has them.
      const report = link && (await find('find by money', link.id));
      return report?.paymentReference === paymentReference ? report : undefined;
    },
    async close({ reference }) {
      await call('close', `payment_links/${encodeURIComponent(reference)}/cancel`, {});
    },
    async refund({ refund, payment }) {
      const { payment_reference: reference } = payment;
      if (reference === null) throw new ProviderError('razorpay', 'refund', { code: 'no_payment' });
      requireRefundable('razorpay', refund);
      const made = await call(
        'refund',
        `payments/${encodeURIComponent(reference)}/refund`,
        { amount: refund.amount_minor, receipt: refund.id },
        { 'X-Refund-Idempotency': refund.id },
      );
      return read('refund', () => refundReport(made));
    },
    async findRefund({ cause, provider_reference: reference }) {
      const id = encodeURIComponent(reference ?? '');
      if (cause === 'dispute') {
        const dispute = await call('find refund', `disputes/${id}`);
        return read('find refund', () => disputeReport(dispute));
      }
      const refund = await call('find refund', `refunds/${id}`);
      return read('find refund', () => refundReport(refund));
    },
    refundsOf: (paymentReference) => refunds(`payments/${encodeURIComponent(paymentReference)}/refunds`),
    refundsSince,
    async *reportsSince(since): AsyncGenerator<Report> {
      const from = Math.floor(since / 1000);
      const paid = z.object({ id: z.string(), status: z.string() });
      for await (const one of each('payments', `payments?from=${from}`)) {
        const { id, status } = read('payments', () => paid.parse(one));
        if (status === 'captured' || status === 'refunded') yield { kind: 'money', paymentReference: id };
      }
      yield* refundsSince(since);
      for await (const one of each('disputes', `disputes?from=${from}`))
        yield read('disputes', () => disputeReport(one));
    },
  };
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

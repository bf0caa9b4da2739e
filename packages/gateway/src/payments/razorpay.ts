import { verify } from '@flight-offset/core/server';
import * as z from 'zod';
import { Problem } from '../http/problem.ts';
import type { PaymentEvent, Provider } from './provider.ts';

/** Keys of a Razorpay account, and where its API is if not at Razorpay. */
export interface RazorpayOptions {
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecret: string;
  /** For tests: a server that behaves like Razorpay's. */
  readonly apiUrl?: string;
}

const TIMEOUT_MS = 15_000;
/** Razorpay asks for at least 15 minutes. */
const LEAST_S = 16 * 60;

const OUTCOMES: Readonly<Record<string, PaymentEvent['outcome']>> = {
  'payment_link.paid': 'captured',
  'payment_link.cancelled': 'refused',
  'payment_link.expired': 'refused',
};

const linkSchema = z.object({ id: z.string().min(1), short_url: z.url({ protocol: /^https?$/ }) });

const eventSchema = z.object({
  event: z.string(),
  payload: z.object({
    payment_link: z.object({ entity: z.object({ id: z.string() }) }),
    payment: z.object({ entity: z.object({ id: z.string(), amount: z.int() }) }).optional(),
  }),
});

/** Payment links of Razorpay. */
export function razorpayProvider(options: RazorpayOptions): Provider {
  const { keyId, keySecret, webhookSecret, apiUrl = 'https://api.razorpay.com' } = options;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  async function call(path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
    const response = await fetch(`${apiUrl}/v1/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok) return answer;
    const code = z.object({ error: z.object({ code: z.string() }) }).safeParse(answer);
    throw new Error(`Razorpay answered ${response.status} ${code.data?.error.code ?? ''} to ${path}`.trim());
  }

  return {
    name: 'razorpay',
    async start({ order, paymentId, returnUrl, description }) {
      const now = Math.floor(Date.now() / 1000);
      const link = linkSchema.parse(
        await call('payment_links', {
          amount: order.amount_minor,
          currency: 'INR',
          accept_partial: false,
          // Razorpay refuses a second link under the same reference.
          reference_id: paymentId,
          description,
          expire_by: Math.max(Math.floor(order.expires_at / 1000), now + LEAST_S),
          notify: { sms: false, email: false },
          reminder_enable: false,
          callback_url: returnUrl,
          callback_method: 'get',
        }),
      );
      return { kind: 'redirect', reference: link.id, url: link.short_url };
    },
    async readEvent(headers, body) {
      const signature = headers.get('x-razorpay-signature') ?? '';
      if (!(await verify(body, signature, { scheme: 'hmac-sha256', secret: webhookSecret }))) {
        throw new Problem(40104, 'x-razorpay-signature does not fit; check RAZORPAY_WEBHOOK_SECRET');
      }
      const event = eventSchema.safeParse(readJson(body));
      if (!event.success || !Object.hasOwn(OUTCOMES, event.data.event)) return undefined;
      const { payment_link, payment } = event.data.payload;
      const reference = payment_link.entity.id;
      return {
        id: headers.get('x-razorpay-event-id') ?? `${event.data.event}:${reference}`,
        reference,
        outcome: OUTCOMES[event.data.event] ?? 'refused',
        ...(payment ? { paymentReference: payment.entity.id, amountPaise: payment.entity.amount } : {}),
      };
    },
    async refund({ id, payment_reference, amount_minor }) {
      if (payment_reference === null) throw new Error(`payment ${id} has no Razorpay payment to refund`);
      const path = `payments/${encodeURIComponent(payment_reference)}/refund`;
      await call(path, { amount: amount_minor, receipt: id }, { 'X-Refund-Idempotency': id });
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

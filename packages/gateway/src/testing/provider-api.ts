import type { IncomingHttpHeaders } from 'node:http';
import {
  type BookedRefund,
  type BookedSession,
  type Books,
  type Objects,
  razorpayObjects,
  stripeObjects,
} from './provider-books.ts';

/** A request a provider got. */
export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a provider responds. */
export interface ProviderReply {
  readonly status: number;
  readonly json: unknown;
}

/** What the API needs beside the books. */
export interface ProviderApiOptions {
  readonly books: Books;
  /** Where a session is paid. */
  readonly urlOf: (session: BookedSession) => string;
  /** The state in which a refund is made. */
  readonly newRefundState: () => BookedRefund['state'];
}

/** Responds as the API of a provider does, as far as the gateway calls it. */
export type ProviderApi = (request: ProviderRequest) => ProviderReply;

const notFound: ProviderReply = {
  status: 404,
  json: { error: { code: 'resource_missing', type: 'invalid_request_error' } },
};
const refused = (code: string): ProviderReply => ({
  status: 400,
  json: { error: { code, type: 'invalid_request_error' } },
});
const ok = (json: unknown): ProviderReply => ({ status: 200, json });

/** A list, as Stripe and as Razorpay write one. */
function list<T>(all: readonly T[], show: (one: T) => object): ProviderReply {
  const items = all.map(show);
  return ok({ object: 'list', has_more: false, data: items, items, payment_links: items });
}

/** What a request asks for: `POST /v1/refunds/re_1/cancel?x=1` in its parts. */
interface Lookup {
  readonly kind: string;
  readonly name: string;
  readonly action: string;
  readonly query: URLSearchParams;
}

function readPath(path: string, kinds: RegExp): Lookup {
  const { pathname, searchParams: query } = new URL(path, 'http://provider');
  const [, kind = '', name = '', action = ''] = kinds.exec(pathname) ?? [];
  return { kind, name: decodeURIComponent(name), action, query };
}

/** What both providers do with the same books. */
function createDesk({ books, urlOf, newRefundState }: ProviderApiOptions, objects: Objects) {
  const show = (session: BookedSession): object => objects.session(session, urlOf(session));
  let count = 0;
  return {
    open(prefix: string, wanted: Pick<BookedSession, 'paymentId' | 'orderId' | 'due'>): ProviderReply {
      const id = `${prefix}_${books.sessions.size + 1}`;
      const session: BookedSession = {
        ...wanted,
        id,
        state: 'open',
        payment: undefined,
        received: undefined,
      };
      books.sessions.set(id, session);
      return ok(show(session));
    },
    session(id: string): ProviderReply {
      const session = books.sessions.get(id);
      return session ? ok(show(session)) : notFound;
    },
    sessionsOf(payment: string | null): ProviderReply {
      return list(
        [...books.sessions.values()].filter(
          (one) => payment === null || one.payment === payment || one.returned === payment,
        ),
        (session) => objects.listed(session, urlOf(session)),
      );
    },
    close(id: string, code: string): ProviderReply {
      const session = books.sessions.get(id);
      if (!session) return notFound;
      if (session.state !== 'open') return refused(code);
      session.state = 'closed';
      return ok(show(session));
    },
    refund(
      prefix: string,
      payment: string,
      amount: number,
      refundId: string | undefined,
      code: string,
    ): ProviderReply {
      const session = [...books.sessions.values()].find((one) => one.payment === payment);
      const money = session?.received ?? session?.due;
      if (!money) return notFound;
      // Money that the payer's bank claims is refunded as little as money that is gone.
      const returned = [...books.refunds.values()]
        .filter((one) => one.payment === payment && one.state !== 'failed')
        .reduce((sum, one) => sum + one.money.amount_minor, 0);
      if (returned + amount > money.amount_minor) return refused(code);
      count += 1;
      const made: BookedRefund = {
        id: `${prefix}_${count}`,
        kind: 'refund',
        payment,
        money: { ...money, amount_minor: amount },
        refundId,
        madeAt: Date.now(),
        state: newRefundState(),
      };
      books.refunds.set(made.id, made);
      return ok(objects.refund(made));
    },
    refunds(
      kind: BookedRefund['kind'],
      name: string,
      payment: string | null,
      query: URLSearchParams,
    ): ProviderReply {
      const since = Number(query.get('created[gte]') ?? query.get('from') ?? 0) * 1000;
      const all = [...books.refunds.values()].filter(
        (one) => one.kind === kind && (name !== '' || (one.madeAt ?? since) >= since),
      );
      if (name === '')
        return list(
          all.filter((one) => payment === null || one.payment === payment),
          (one) => objects[kind](one),
        );
      const one = all.find(({ id }) => id === name);
      return one ? ok(objects[kind](one)) : notFound;
    },
    captured(): ProviderReply {
      const paid = [...books.sessions.values()].filter(({ state }) => state === 'paid');
      return list(paid, ({ payment }) => ({ id: payment, status: 'captured' }));
    },
  };
}

const STRIPE = /^\/v1\/(checkout\/sessions|refunds|disputes)\/?([^/]*)\/?(.*)$/;

/** Stripe's API. */
export function stripeApi(options: ProviderApiOptions): ProviderApi {
  const desk = createDesk(options, stripeObjects);
  return ({ method, path, body: text }) => {
    const { kind, name, action, query } = readPath(path, STRIPE);
    const body = new URLSearchParams(text);
    if (kind === 'checkout/sessions') {
      if (name === '' && method === 'GET') return desk.sessionsOf(query.get('payment_intent'));
      if (action === 'expire') return desk.close(name, 'resource_not_open');
      if (name !== '') return desk.session(name);
      return desk.open('cs_test', {
        paymentId: body.get('metadata[payment_id]') ?? '',
        orderId: body.get('client_reference_id') ?? '',
        due: {
          currency: String(body.get('line_items[0][price_data][currency]')).toUpperCase(),
          amount_minor: Number(body.get('line_items[0][price_data][unit_amount]')),
        },
      });
    }
    if (kind === 'refunds' && method === 'POST') {
      const [intent = '', id = ''] = [
        body.get('payment_intent') ?? '',
        body.get('metadata[refund_id]') ?? '',
      ];
      return desk.refund('re', intent, Number(body.get('amount')), id, 'charge_already_refunded');
    }
    if (kind === '') return notFound;
    return desk.refunds(kind === 'disputes' ? 'dispute' : 'refund', name, query.get('payment_intent'), query);
  };
}

const RAZORPAY = /^\/v1\/(payment_links|payments|refunds|disputes)\/?([^/]*)\/?(.*)$/;

/** Razorpay's API. */
export function razorpayApi(options: ProviderApiOptions): ProviderApi {
  const desk = createDesk(options, razorpayObjects);
  return ({ method, path, body: text }) => {
    const { kind, name, action, query } = readPath(path, RAZORPAY);
    const body = method === 'POST' ? JSON.parse(text) : {};
    if (Number(query.get('skip') ?? '0') > 0) return list([], () => ({}));
    if (kind === 'payment_links') {
      if (name === '' && method === 'GET') return desk.sessionsOf(query.get('payment_id'));
      if (action === 'cancel') return desk.close(name, 'BAD_REQUEST_ERROR');
      if (name !== '') return desk.session(name);
      const due = { currency: body.currency, amount_minor: body.amount };
      return desk.open('plink', { paymentId: body.reference_id, orderId: body.notes.order_id, due });
    }
    if (kind === 'payments') {
      if (action === 'refund')
        return desk.refund('rfnd', name, body.amount, body.receipt, 'BAD_REQUEST_ERROR');
      return action === 'refunds' ? desk.refunds('refund', '', name, query) : desk.captured();
    }
    if (kind === '') return notFound;
    return desk.refunds(kind === 'disputes' ? 'dispute' : 'refund', name, null, query);
  };
}

/** A provider's API which gives the same reply to a repeat under the same key. */
export function remembering(api: ProviderApi): ProviderApi {
  const remembered = new Map<string, ProviderReply>();
  return (request) => {
    const { method, headers } = request;
    const key = headers['idempotency-key'] ?? headers['x-refund-idempotency'];
    if (method !== 'POST' || key === undefined) return api(request);
    const reply = remembered.get(String(key)) ?? api(request);
    remembered.set(String(key), reply);
    return reply;
  };
}

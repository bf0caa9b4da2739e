import type { IncomingHttpHeaders } from 'node:http';
import {
  type BookedRefund,
  type BookedSession,
  type Books,
  type Objects,
  razorpayObjects,
  stripeObjects,
} from './provider-books.ts';
import { type ProviderForm, type Refusal, razorpayRefusal, stripeRefusal } from './provider-refusals.ts';

/** A request that a provider received. */
export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Response of a provider. */
export interface ProviderReply {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Parameters of the API besides the books. */
export interface ProviderApiOptions {
  readonly books: Books;
  /** Returns the URL at which a session is paid. */
  readonly urlOf: (session: BookedSession) => string;
  /** Returns the state of a new refund. */
  readonly newRefundState: () => BookedRefund['state'];
}

/** Responds like the API of a provider, as far as the gateway uses it. */
export type ProviderApi = (request: ProviderRequest) => ProviderReply;

const ok = (json: unknown): ProviderReply => ({ status: 200, json });

/** A provider's format for everything that is not an object of its books. */
interface Style {
  /** Creates a refusal. @param code the provider's reason; Razorpay has one code for all. */
  refused(code: string, field?: string): ProviderReply;
  missing(): ProviderReply;
  /** Creates a page of a list, the newest first. */
  list<T>(all: readonly T[], show: (one: T) => object, lookup: Lookup): ProviderReply;
}

const stripeError = (status: number, code: string, param?: string): ProviderReply => ({
  status,
  json: { error: { type: 'invalid_request_error', code, ...(param === undefined ? {} : { param }) } },
});

const stripeStyle: Style = {
  refused: (code, field) => stripeError(400, code, field),
  missing: () => stripeError(404, 'resource_missing', 'id'),
  list(all, show, { kind, query }) {
    const items = all.map(show).toReversed() as { readonly id: string }[];
    const after = query.get('starting_after');
    const from = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1;
    const end = from + Number(query.get('limit') ?? 10);
    return ok({
      object: 'list',
      url: `/v1/${kind}`,
      has_more: end < items.length,
      data: items.slice(from, end),
    });
  },
};

const razorpayStyle: Style = {
  refused: (description, field) => ({
    status: 400,
    json: {
      error: {
        code: 'BAD_REQUEST_ERROR',
        description,
        source: 'NA',
        step: 'NA',
        reason: field === undefined ? 'NA' : 'input_validation_failed',
        metadata: {},
        ...(field === undefined ? {} : { field }),
      },
    },
  }),
  missing: () => razorpayStyle.refused('The id provided does not exist'),
  list(all, show, { kind, query }) {
    const from = Number(query.get('skip') ?? 0);
    const items = all
      .map(show)
      .toReversed()
      .slice(from, from + Number(query.get('count') ?? 10));
    return ok(
      kind === 'payment_links'
        ? { payment_links: items }
        : { entity: 'collection', count: items.length, items },
    );
  },
};

/** The parts of a request, such as `POST /v1/refunds/re_1/cancel?x=1`. */
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

/** Creates the operations on the books that both providers have. */
function createDesk({ books, urlOf, newRefundState }: ProviderApiOptions, objects: Objects, style: Style) {
  const show = (session: BookedSession): object => objects.session(session, urlOf(session));
  const moneyOf = (payment: string) => {
    const session = [...books.sessions.values()].find((one) => one.payment === payment);
    return session?.received ?? session?.due;
  };
  let count = 0;
  return {
    moneyOf,
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
      return session ? ok(show(session)) : style.missing();
    },
    sessionsOf(payment: string | null, lookup: Lookup): ProviderReply {
      const isComplete = lookup.query.get('status') === 'complete';
      return style.list(
        [...books.sessions.values()].filter(
          (one) =>
            (payment === null || one.payment === payment || one.returned === payment) &&
            !(isComplete && (one.state === 'open' || one.state === 'closed')),
        ),
        (session) => objects.listed(session, urlOf(session)),
        lookup,
      );
    },
    close(id: string, code: string): ProviderReply {
      const session = books.sessions.get(id);
      if (!session) return style.missing();
      if (session.state !== 'open') return style.refused(code);
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
      const money = moneyOf(payment);
      if (!money) return style.missing();
      // Money that the payer's bank claims cannot be refunded either.
      const returned = [...books.refunds.values()]
        .filter((one) => one.payment === payment && one.state !== 'failed')
        .reduce((sum, one) => sum + (one.deducted ?? one.money.amount_minor), 0);
      if (returned + amount > money.amount_minor) return style.refused(code);
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
    refunds(kind: BookedRefund['kind'], payment: string | null, lookup: Lookup): ProviderReply {
      const { name, query } = lookup;
      const since = Number(query.get('created[gte]') ?? query.get('from') ?? 0) * 1000;
      const all = [...books.refunds.values()].filter((one) => one.kind === kind);
      if (payment !== null || name === '')
        return style.list(
          all.filter(
            (one) => (one.madeAt ?? since) >= since && (payment === null || one.payment === payment),
          ),
          (one) => objects[kind](one),
          lookup,
        );
      const one = all.find(({ id }) => id === name);
      return one ? ok(objects[kind](one)) : style.missing();
    },
    captured(lookup: Lookup): ProviderReply {
      const paid = [...books.sessions.values()].filter(({ state }) => state === 'paid');
      return style.list(paid, ({ payment }) => ({ id: payment, status: 'captured' }), lookup);
    },
  };
}

const STRIPE = /^\/v1\/(checkout\/sessions|refunds|disputes)\/?([^/]*)\/?(.*)$/;

/** Creates Stripe's API. */
export function stripeApi(options: ProviderApiOptions): ProviderApi {
  const desk = createDesk(options, stripeObjects, stripeStyle);
  function act({ method, path, body: text }: ProviderRequest): ProviderReply {
    const lookup = readPath(path, STRIPE);
    const { kind, name, action, query } = lookup;
    const body = new URLSearchParams(text);
    if (kind === 'checkout/sessions') {
      if (name === '' && method === 'GET') return desk.sessionsOf(query.get('payment_intent'), lookup);
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
    if (kind === '') return stripeStyle.missing();
    return desk.refunds(kind === 'disputes' ? 'dispute' : 'refund', query.get('payment_intent'), lookup);
  }
  const reused: ProviderReply = { status: 400, json: { error: { type: 'idempotency_error' } } };
  return withIdempotency(act, stripeStyle, stripeRefusal, 'idempotency-key', reused);
}

const RAZORPAY = /^\/v1\/(payment_links|payments|refunds|disputes)\/?([^/]*)\/?(.*)$/;

/** Creates Razorpay's API. */
export function razorpayApi(options: ProviderApiOptions): ProviderApi {
  const desk = createDesk(options, razorpayObjects, razorpayStyle);
  function act({ method, path, body: text }: ProviderRequest): ProviderReply {
    const lookup = readPath(path, RAZORPAY);
    const { kind, name, action, query } = lookup;
    const body = method === 'POST' ? JSON.parse(text) : {};
    if (kind === 'payment_links') {
      if (name === '' && method === 'GET') return desk.sessionsOf(query.get('payment_id'), lookup);
      if (action === 'cancel') return desk.close(name, 'cannot cancel or expire this link');
      if (name !== '') return desk.session(name);
      const { reference_id: paymentId, notes, currency, amount: amount_minor } = body;
      if ([...options.books.sessions.values()].some((one) => one.paymentId === paymentId))
        return razorpayStyle.refused('payment link creation with reference ID already attempted');
      return desk.open('plink', { paymentId, orderId: notes.order_id, due: { currency, amount_minor } });
    }
    if (kind === 'payments') {
      if (action === 'refund')
        return desk.refund('rfnd', name, body.amount, body.receipt, 'The refund amount is too large');
      return action === 'refunds' ? desk.refunds('refund', name, lookup) : desk.captured(lookup);
    }
    if (kind === '') return razorpayStyle.missing();
    return desk.refunds(kind === 'disputes' ? 'dispute' : 'refund', null, lookup);
  }
  const refusal = (form: ProviderForm): Refusal =>
    razorpayRefusal(form, desk.moneyOf(readPath(form.path, RAZORPAY).name)?.currency ?? '');
  const reused = razorpayStyle.refused('Different request with the same idempotency key');
  return withIdempotency(act, razorpayStyle, refusal, 'x-refund-idempotency', reused);
}

const REPLAYED = { 'idempotent-replayed': 'true' };

/**
 * Creates an API that first validates requests, and repeats its reply to a request under the same key, marked as Stripe
 * does.
 * @param reused its reply to another request under the same key.
 */
function withIdempotency(
  act: ProviderApi,
  style: Style,
  refusalOf: (form: ProviderForm) => Refusal,
  header: string,
  reused: ProviderReply,
): ProviderApi {
  const remembered = new Map<string, { readonly sent: string; readonly reply: ProviderReply }>();
  return (request) => {
    const { method, headers, path, body } = request;
    if (method !== 'POST') return act(request);
    const key = headers[header]?.toString();
    const refusal = refusalOf({ path, body, key });
    if (refusal) return style.refused(refusal.code, refusal.field);
    if (key === undefined) return act(request);
    const sent = `${path} ${body}`;
    const before = remembered.get(key);
    if (before) return before.sent === sent ? { ...before.reply, headers: REPLAYED } : reused;
    const reply = act(request);
    remembered.set(key, { sent, reply });
    return reply;
  };
}

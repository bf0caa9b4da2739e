import {
  ok,
  type ProviderApi,
  type ProviderReply,
  type ProviderRequest,
  withIdempotency,
} from './provider-api.ts';
import { stripeObjects } from './provider-books.ts';
import { createDesk, type Lookup, type ProviderApiOptions, readPath, type Style } from './provider-desk.ts';
import { stripeRefusal } from './provider-refusals.ts';

const stripeError = (status: number, code: string, param?: string): ProviderReply => ({
  status,
  json: { error: { type: 'invalid_request_error', code, ...(param === undefined ? {} : { param }) } },
});

const style: Style = {
  sessionPrefix: 'cs_test',
  refundPrefix: 're',
  notOpen: 'resource_not_open',
  tooMuch: 'charge_already_refunded',
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

const KINDS = /^\/v1\/(checkout\/sessions|refunds|disputes)\/?([^/]*)\/?(.*)$/;

/** Creates Stripe's API. */
export function stripeApi(options: ProviderApiOptions): ProviderApi {
  const desk = createDesk(options, stripeObjects, style);

  function openSession(body: URLSearchParams): ProviderReply {
    return desk.open({
      paymentId: body.get('metadata[payment_id]') ?? '',
      orderId: body.get('client_reference_id') ?? '',
      due: {
        currency: String(body.get('line_items[0][price_data][currency]')).toUpperCase(),
        amount_minor: Number(body.get('line_items[0][price_data][unit_amount]')),
      },
    });
  }

  function sessions(method: string, lookup: Lookup, body: URLSearchParams): ProviderReply {
    const { name, action, query } = lookup;
    if (name === '' && method === 'GET') return desk.sessionsOf(query.get('payment_intent'), lookup);
    if (action === 'expire') return desk.close(name);
    return name === '' ? openSession(body) : desk.session(name);
  }

  function refund(body: URLSearchParams): ProviderReply {
    const intent = body.get('payment_intent') ?? '';
    return desk.refund(intent, Number(body.get('amount')), body.get('metadata[refund_id]') ?? '');
  }

  function act({ method, path, body: text }: ProviderRequest): ProviderReply {
    const lookup = readPath(path, KINDS);
    const intent = lookup.query.get('payment_intent');
    const body = new URLSearchParams(text);
    switch (lookup.kind) {
      case 'checkout/sessions':
        return sessions(method, lookup, body);
      case 'refunds':
        return method === 'POST' ? refund(body) : desk.refunds('refund', intent, lookup);
      case 'disputes':
        return desk.refunds('dispute', intent, lookup);
      default:
        return style.missing();
    }
  }

  return withIdempotency(act, {
    refusalOf: stripeRefusal,
    refused: style.refused,
    keyHeader: 'idempotency-key',
    reused: { status: 400, json: { error: { type: 'idempotency_error' } } },
  });
}

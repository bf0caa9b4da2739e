import {
  ok,
  type ProviderApi,
  type ProviderReply,
  type ProviderRequest,
  withIdempotency,
} from './provider-api.ts';
import { razorpayObjects } from './provider-books.ts';
import { createDesk, type Lookup, type ProviderApiOptions, readPath, type Style } from './provider-desk.ts';
import { razorpayRefusal } from './provider-refusals.ts';

const style: Style = {
  sessionPrefix: 'plink',
  refundPrefix: 'rfnd',
  notOpen: 'cannot cancel or expire this link',
  tooMuch: 'The refund amount is too large',
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
  missing: () => style.refused('The id provided does not exist'),
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

const KINDS = /^\/v1\/(payment_links|payments|refunds|disputes)\/?([^/]*)\/?(.*)$/;

/** Creates Razorpay's API. */
export function razorpayApi(options: ProviderApiOptions): ProviderApi {
  const desk = createDesk(options, razorpayObjects, style);

  function openLink(text: string): ProviderReply {
    const { reference_id: paymentId, notes, currency, amount: amount_minor } = JSON.parse(text);
    if ([...options.books.sessions.values()].some((one) => one.paymentId === paymentId))
      return style.refused('payment link creation with reference ID already attempted');
    return desk.open({ paymentId, orderId: notes.order_id, due: { currency, amount_minor } });
  }

  function links({ method, body }: ProviderRequest, lookup: Lookup): ProviderReply {
    const { name, action, query } = lookup;
    if (name === '' && method === 'GET') return desk.sessionsOf(query.get('payment_id'), lookup);
    if (action === 'cancel') return desk.close(name);
    return name === '' ? openLink(body) : desk.session(name);
  }

  function payments({ body }: ProviderRequest, lookup: Lookup): ProviderReply {
    const { name, action } = lookup;
    if (action === 'refunds') return desk.refunds('refund', name, lookup);
    if (action !== 'refund') return desk.captured(lookup);
    const { amount, receipt } = JSON.parse(body);
    return desk.refund(name, amount, receipt);
  }

  function act(request: ProviderRequest): ProviderReply {
    const lookup = readPath(request.path, KINDS);
    switch (lookup.kind) {
      case 'payment_links':
        return links(request, lookup);
      case 'payments':
        return payments(request, lookup);
      case 'refunds':
        return desk.refunds('refund', null, lookup);
      case 'disputes':
        return desk.refunds('dispute', null, lookup);
      default:
        return style.missing();
    }
  }

  return withIdempotency(act, {
    refusalOf: (form) => razorpayRefusal(form, desk.moneyOf(readPath(form.path, KINDS).name)?.currency ?? ''),
    refused: style.refused,
    keyHeader: 'x-refund-idempotency',
    reused: style.refused('Different request with the same idempotency key'),
  });
}

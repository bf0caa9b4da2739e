import { chooseLocale, type Locale } from '@flight-offset/core';
import { toBase64 } from '@flight-offset/core/server';
import { type CheckoutError, toCheckoutError } from '../checkout-error.ts';
import { sha256 } from '../digest.ts';
import { type BodyLimits, readBody } from '../http/read-body.ts';
import { errorHeaders } from '../http/response.ts';
import type { LaterMessages } from '../messages/messages.ts';
import { LATER_TEXTS } from '../messages/texts.ts';
import type { Offset } from '../offset.ts';
import type { LaterClaims } from '../tokens/later-seal.ts';
import { createOrderOfLink, type LaterState, laterState, openLink } from './contribute.ts';
import { type LaterPage, laterPage, laterProblemPage } from './page.ts';
import { LATER_STYLE } from './style.ts';

/** Input of the page of a link. */
export interface LaterInput {
  readonly offset: Offset;
  readonly request: Request;
  /** The sealed link. */
  readonly parameter: string;
  readonly body: BodyLimits;
  readonly headers: Readonly<Record<string, string>>;
  /** Reason why the handler refuses the request. */
  readonly problem?: CheckoutError;
}

/** Shows the state of a link. It changes nothing: mail programs and scanners open links by themselves. */
export function showLater(input: LaterInput): Promise<Response> {
  return respondInHtml(input, async (page, claims) => {
    const { offset } = input;
    return stateResponse(input, page, await laterState(offset, claims, page.locale));
  });
}

/** Handles the form of the page: creates the order if the box is ticked, and redirects to its payment. */
export function takeLater(input: LaterInput): Promise<Response> {
  return respondInHtml(input, async (page, claims) => {
    const { offset, request, body, headers } = input;
    const { locale } = page;
    const form = new URLSearchParams(new TextDecoder().decode(await readBody(request, body)));
    const show = (state: LaterState, notice: string): Promise<Response> =>
      stateResponse(input, { ...page, notice }, state, 422);
    if (form.get('agree') !== 'yes')
      return show(await laterState(offset, claims, locale), page.messages.agreeFirst);
    const result = await createOrderOfLink(offset, claims, form.get('offer') ?? '', locale);
    if ('kind' in result) return show(result, page.messages.renewed);
    return new Response(null, {
      status: 303,
      headers: { ...headers, location: result.paymentUrl, 'cache-control': 'no-store' },
    });
  });
}

/** Responds with the state of a link. @param ofOffer status of the response if it is an offer. */
function stateResponse(
  input: LaterInput,
  page: LaterPage,
  state: LaterState,
  ofOffer = 200,
): Promise<Response> {
  // A link whose booking is cancelled counts as expired.
  const others = state.kind === 'expired' ? 410 : 200;
  return html(input, laterPage(state, page), state.kind === 'offer' ? ofOffer : others);
}

/** Responds with a page in any case: in the locale of the link, else that of the browser. */
async function respondInHtml(
  input: LaterInput,
  respond: (page: LaterPage, claims: LaterClaims) => Promise<Response>,
): Promise<Response> {
  const { offset, parameter: link, request, headers } = input;
  const accepted = request.headers.get('accept-language');
  let page = pageIn(offset, chooseLocale(undefined, accepted));
  try {
    if (input.problem) throw input.problem;
    const claims = await openLink(offset, link);
    page = pageIn(offset, chooseLocale(claims.i.locale, accepted));
    return await respond(page, claims);
  } catch (error) {
    const problem = toCheckoutError(error);
    if (problem.status >= 500) {
      const requestId = headers['x-request-id'];
      offset.report(problem.cause ?? problem, { operation: 'contributeLater', requestId });
    }
    const refused = { offset, headers: { ...headers, ...errorHeaders(problem) } };
    return html(refused, laterProblemPage(textOf(problem, page.messages), page), problem.status);
  }
}

function pageIn({ options }: Offset, locale: Locale): LaterPage {
  const { language } = locale;
  return { messages: { ...LATER_TEXTS[language], ...options.laterMessages?.[language] }, locale };
}

function textOf({ code, field }: CheckoutError, messages: LaterMessages): string {
  if (code === 'not_found' || code === 'quote_invalid') return messages.notFound;
  if (code === 'quote_expired' && field === 'link') return messages.expired;
  return messages.unavailable;
}

async function html(
  { offset, headers }: Pick<LaterInput, 'offset' | 'headers'>,
  page: string,
  status: number,
): Promise<Response> {
  const style = toBase64(await sha256(LATER_STYLE));
  // Browsers apply form-action both to this page, which takes the form, and to the redirect to the payment.
  const payment = offset.paymentOrigins.includes('*') ? 'https:' : offset.paymentOrigins.join(' ');
  return new Response(page, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${style}'; form-action 'self' ${payment}; base-uri 'none'; frame-ancestors 'none'`,
      // The link is a key to the offer: keep it from other sites, caches and indexes.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}

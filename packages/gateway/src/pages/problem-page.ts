import type { Context } from 'hono';
import type { Env } from '../http/env.ts';
import type { Problem } from '../problem.ts';
import type { MessageKey } from './messages/messages.ts';
import { textsFor } from './messages/texts.ts';
import { html, page, pageHeaders } from './page.ts';
import { inLanguage, pageLocale } from './page-locale.ts';

const PAYMENT_PAGE = /^\/pay\/[^/]+$/;

/**
 * Whether whoever asks reads a page: at the payment page's own address always, at a receipt's where the browser says
 * so. Programs that fetch a receipt get the error as JSON, as everywhere.
 */
export function isForTraveller({ req }: Context<Env>): boolean {
  if (!req.path.startsWith('/pay/')) return false;
  return PAYMENT_PAGE.test(req.path) || (req.header('accept') ?? '').includes('text/html');
}

/** What a page says of a problem, in the words of whoever pays. */
interface Saying {
  readonly title: MessageKey;
  readonly note: MessageKey;
  /** The link out of it: to the same address, or from a receipt to the payment page. */
  readonly way?: { readonly text: MessageKey; readonly to: 'here' | 'order' };
  readonly waits?: boolean;
  /** Whether to name the request. */
  readonly numbered?: boolean;
}

function sayingOf({ status }: Problem, receipt: boolean): Saying {
  if (status === 404 && receipt) {
    return { title: 'noReceipt', note: 'noReceiptNote', way: { text: 'title', to: 'order' } };
  }
  if (status === 404) return { title: 'notFound', note: 'notFoundNote' };
  if (status === 503) {
    return { title: 'away', note: 'awayNote', way: { text: 'tryAgain', to: 'here' }, waits: true };
  }
  if (status < 500) return { title: 'refused', note: 'refusedNote' };
  return { title: 'fault', note: 'faultNote', way: { text: 'tryAgain', to: 'here' }, numbered: true };
}

/** A problem as a page like the others, in each language. It asks nothing of the database, so it has no brand. */
export async function problemPage(context: Context<Env>, problem: Problem): Promise<Response> {
  const address = new URL(context.req.url);
  const locale = pageLocale(context);
  const m = textsFor(locale);
  const receipt = /^\/pay\/[\w-]{43}\/receipt\./.test(address.pathname);
  const { title, note, way, waits = false, numbered } = sayingOf(problem, receipt);
  const target = new URL(address);
  if (way?.to === 'order') target.pathname = address.pathname.replace(/\/receipt\..*$/, '');
  const link = way
    ? html`<a class="button main" href="${inLanguage(target, locale.tag)}">${m[way.text]}</a>`
    : '';
  const number = numbered ? html`<p><code>${context.get('requestId')}</code></p>` : '';
  const text = await page({
    locale,
    title: m[title],
    languageUrl: (language) => inLanguage(address, language),
    waits,
    content: html`<p>${m[note]}</p>${number}${link}`,
  });
  const headers = { ...pageHeaders({ waits }), ...problem.headers };
  return context.body(text, problem.status as 404, headers);
}

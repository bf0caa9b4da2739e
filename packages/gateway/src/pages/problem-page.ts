import type { Context } from 'hono';
import { acceptsPage } from '../http/accepts-page.ts';
import type { Env } from '../http/env.ts';
import type { Problem } from '../problem.ts';
import type { MessageKey } from './messages/messages.ts';
import { textsFor } from './messages/texts.ts';
import { html, page, pageHeaders } from './page.ts';
import { inLanguage, pageLocale } from './page-locale.ts';

const PAYMENT_PAGE = /^\/pay\/[^/]+$/;
/** Paths of pages for people: of payments and of retirements. */
const FOR_PEOPLE = /^\/(?:pay\/|retirements(?:\/|$))/;

/**
 * Whether a request expects a page: always at the payment page's URL, and at those of receipts and retirements if the
 * browser accepts HTML. Programs get the error as JSON.
 */
export function isForTraveller({ req }: Context<Env>): boolean {
  if (!FOR_PEOPLE.test(req.path)) return false;
  return PAYMENT_PAGE.test(req.path) || acceptsPage(req.header('accept'));
}

/** Texts that describe a problem to its readers. */
interface ProblemTexts {
  readonly title: MessageKey;
  readonly note?: MessageKey;
  /** The next link: to the same URL, from a receipt to the payment page, from a retirement to all of them. */
  readonly way?: { readonly text: MessageKey; readonly to: 'here' | 'order' | 'retirements' };
  readonly waits?: boolean;
  /** Whether to show the request id. */
  readonly numbered?: boolean;
}

type Subject = 'payment' | 'paid' | 'receipt' | 'retirements' | 'nothing';

function subjectOf({ pathname: path, searchParams }: URL): Subject {
  if (!FOR_PEOPLE.test(path)) return 'nothing';
  if (path.startsWith('/retirements')) return 'retirements';
  if (/^\/pay\/[\w-]{43}\/receipt\./.test(path)) return 'receipt';
  return searchParams.get('from') === 'provider' ? 'paid' : 'payment';
}

const NOT_FOUND: Readonly<Record<Subject, ProblemTexts>> = {
  payment: { title: 'notFound', note: 'notFoundNote' },
  // The order was lost when a backup was restored: payers who start again would pay twice.
  paid: { title: 'notFound', note: 'paidNotFoundNote' },
  receipt: { title: 'noReceipt', note: 'noReceiptNote', way: { text: 'title', to: 'order' } },
  nothing: { title: 'noPage', note: 'notFoundNote' },
  retirements: { title: 'noRetirement', way: { text: 'receiptProof', to: 'retirements' } },
};

function textsOfProblem({ status }: Problem, subject: Subject): ProblemTexts {
  const again = { text: 'tryAgain', to: 'here' } as const;
  if (status === 404) return NOT_FOUND[subject];
  if (status === 503) {
    // `awayNote` is about money.
    if (subject === 'retirements') return { title: 'away', way: again };
    return { title: 'away', note: 'awayNote', way: again, waits: true };
  }
  if (status < 500) return { title: 'refused', note: 'refusedNote' };
  return { title: 'fault', note: 'faultNote', way: again, numbered: true };
}

/** Shows a problem as a page like the others, in each language. It does not read the database, so it has no brand. */
export async function problemPage(context: Context<Env>, problem: Problem): Promise<Response> {
  const address = new URL(context.req.url);
  const locale = pageLocale(context);
  const m = textsFor(locale);
  const { title, note, way, waits = false, numbered } = textsOfProblem(problem, subjectOf(address));
  const target = new URL(address);
  if (way?.to === 'order') target.pathname = address.pathname.replace(/\/receipt\..*$/, '');
  if (way?.to === 'retirements') target.href = new URL('/retirements', address).href;
  const link = way
    ? html`<a class="button main" href="${inLanguage(target, locale.tag)}">${m[way.text]}</a>`
    : '';
  const number = numbered ? html`<p><code>${context.get('requestId')}</code></p>` : '';
  const text = await page({
    locale,
    title: m[title],
    languageUrl: (language) => inLanguage(address, language),
    waits,
    content: html`${note ? html`<p>${m[note]}</p>` : ''}${number}${link}`,
  });
  const headers = { ...pageHeaders({ waits }), ...problem.headers };
  return context.body(text, problem.status as 404, headers);
}

import { type Content, html } from '../http/html.ts';
import type { Visit } from '../http/route.ts';
import { orderPath, ROOT } from '../layout/navigation.ts';
import { page } from '../layout/page.ts';
import { pageOf } from './done.ts';

const back = html`<p><a href="/console">Back to the console</a></p>`;

/** Nothing is at this URL, or nothing that this person may see. */
export async function notFoundPage(visit: Visit): Promise<Response> {
  const title = 'Not found';
  return page(visit, {
    title,
    subtitle: 'Check the link, or find the item in its list.',
    content: back,
    status: 404,
  });
}

/** The person's role does not allow it. @param isForOperators whether no admin can allow it either. */
export async function forbiddenPage(visit: Visit, isForOperators: boolean): Promise<Response> {
  const whom = isForOperators ? 'an operator of the gateway' : 'an admin of your team';
  const subtitle = `Your role, ${visit.session?.role ?? 'none'}, does not include this. Ask ${whom}.`;
  return page(visit, { title: 'No permission', subtitle, content: back, status: 403 });
}

/** A form came from elsewhere. */
export async function foreignFormPage(visit: Visit): Promise<Response> {
  const subtitle = 'The form was not sent from a page of this console. Nothing was changed.';
  return page(visit, { title: 'Form refused', subtitle, content: back, status: 403 });
}

/** Returns the page of the console that sent the form; undefined if the browser does not name it. */
export function referrerPath(request: Request, own: string): string | undefined {
  const referrer = request.headers.get('referer') ?? '';
  if (!URL.canParse(referrer)) return undefined;
  const url = new URL(referrer);
  const { origin, pathname } = url;
  const isOwn = origin === own && (pathname === ROOT || pathname.startsWith(`${ROOT}/`));
  return isOwn ? pageOf(url) : undefined;
}

/** A link to the form that was sent. */
export function linkToForm(path: string): Content {
  return html`<a href="${path}" data-back>Back to the form</a>`;
}

/**
 * The page of the form was opened by another person, before another tab signed in. It is reloaded rather than gone back
 * to: the browser's copy still belongs to the first person.
 */
export async function otherPersonPage(visit: Visit): Promise<Response> {
  const before = referrerPath(visit.request, visit.service.origin);
  const text = `Somebody else opened the page of this form, and this browser is now signed in as ${visit.session?.name}. To send the form as yourself, open its page again. To send it as that person, sign in as them in another tab, then go back.`;
  return page(visit, {
    title: 'Nothing was changed',
    notice: { text, tone: 'bad' },
    content: before === undefined ? back : html`<p><a href="${before}">Open the page again</a></p>`,
    status: 409,
  });
}

/** Link back if the browser does not name the previous page: to the order concerned, if any. */
function backLink({ merchant, params }: Visit): Content {
  if (merchant === undefined || params.order === undefined) return back;
  return html`<p><a href="${orderPath(merchant.id, params.order)}">Back to the order</a></p>`;
}

/** An act was refused. */
export async function refusedPage(visit: Visit, message: string, status: number): Promise<Response> {
  const before = referrerPath(visit.request, visit.service.origin);
  return page(visit, {
    title: 'Nothing was changed',
    merchant: visit.merchant,
    notice: { text: message, tone: 'bad' },
    content: before === undefined ? backLink(visit) : html`<p>${linkToForm(before)}</p>`,
    status,
  });
}

import type { Visit } from '../../http/route.ts';
import { ROOT } from '../../layout/navigation.ts';
import { pageOf } from '../done.ts';
import { referrerPath } from '../problem.ts';

/** Longer destinations lead to the start: a cookie holds the page during a sign-in at an identity provider. */
const MAX_LENGTH = 1000;

/** Pages that a sign-in never leads to: its own, and files, which a browser saves without leaving the page. */
const NOT_AFTER_SIGN_IN = /^\/console\/sign-(?:in|out)(?:\/|$)|\.(?:csv|css|js|woff2)$/;

/** Query and form field that carry a page through a sign-in. */
export const TO = 'to';

/**
 * Reads the page of the console that a text names; undefined if it names none, the start, or a page that a sign-in must
 * not lead to.
 */
export function readDestination(text: string | null | undefined): string | undefined {
  if (!text?.startsWith(ROOT) || text.length > MAX_LENGTH) return undefined;
  const base = 'https://console.invalid';
  if (!URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  const { origin, pathname } = url;
  const isPage = origin === base && pathname.startsWith(`${ROOT}/`);
  return isPage && !NOT_AFTER_SIGN_IN.test(pathname) ? pageOf(url) : undefined;
}

/** Returns the page that a visit wanted when a sign-in stopped it; for a form, the page with the form. */
export function destinationOf({ request, service, url, form }: Visit): string | undefined {
  if (url.pathname.startsWith(`${ROOT}/sign-in`))
    return readDestination(url.searchParams.get(TO) ?? form.get(TO));
  const wanted =
    request.method === 'POST' ? referrerPath(request, service.origin) : url.pathname + url.search;
  return readDestination(wanted);
}

/** Returns the URL of a sign-in step that leads on to a page. */
export function withDestination(step: string, to: string | undefined): string {
  return to === undefined ? step : `${step}?${new URLSearchParams({ [TO]: to })}`;
}

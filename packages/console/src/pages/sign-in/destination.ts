import type { Visit } from '../../http/route.ts';
import { ROOT } from '../../layout/navigation.ts';
import { pageOf } from '../done.ts';
import { pathBefore } from '../problem.ts';

/** Longer ones lead to the start: a cookie holds the page during a sign-in at an identity provider. */
const MAX_LENGTH = 1000;

/** Pages that a sign-in never leads to: its own, and files, which a browser saves without leaving the page. */
const NOT_AFTER_SIGN_IN = /^\/console\/sign-(?:in|out)(?:\/|$)|\.(?:csv|css|js|woff2)$/;

/** Query and form field that carry a page through a sign-in. */
export const TO = 'to';

/**
 * The page of the console that a text names; undefined if it names none, the start, or a page that a sign-in must not
 * lead to.
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

/** Where a visit wanted to be when it was stopped for a sign-in; of a form, the page that it stands on. */
export function destinationOf({ request, service, url, form }: Visit): string | undefined {
  if (url.pathname.startsWith(`${ROOT}/sign-in`))
    return readDestination(url.searchParams.get(TO) ?? form.get(TO));
  const wanted = request.method === 'POST' ? pathBefore(request, service.origin) : url.pathname + url.search;
  return readDestination(wanted);
}

/** The URL of a step of a sign-in that leads on to a page. */
export function withDestination(step: string, to: string | undefined): string {
  return to === undefined ? step : `${step}?${new URLSearchParams({ [TO]: to })}`;
}

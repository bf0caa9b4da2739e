import { isLoopbackHost } from '@flight-offset/core';

/** Origins that the console is served from. */
export interface Home {
  /** Origin of the gateway as browsers see it. */
  readonly origin: string;
  /** Whether other names of this machine are accepted as well. */
  readonly sandbox: boolean;
}

/**
 * Whether a form was sent by a page of the console itself. `SameSite=Lax` keeps the cookie off most forms of other
 * sites; this refuses the rest, and forms of other origins on the same site.
 */
export function isOwnForm(request: Request, { origin: own, sandbox }: Home): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const given = request.headers.get('origin');
  if (given === null || !URL.canParse(given)) return false;
  if (given === own) return true;
  const { hostname, host } = new URL(given);
  return sandbox && isLoopbackHost(hostname) && host === request.headers.get('host');
}

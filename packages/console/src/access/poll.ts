/** Header of the requests by which an open page refreshes itself. */
export const POLL_HEADER = 'x-console-poll';

/**
 * Whether an open page made a request by itself. Nobody has to be there for it, so it is no use of the session: whoever
 * forges the header only has a session end sooner.
 */
export function isPoll({ headers }: Request): boolean {
  return headers.has(POLL_HEADER);
}

/** Header of the requests by which an open page refreshes itself. */
export const POLL_HEADER = 'x-console-poll';

/**
 * Whether an open page made a request by itself. It does not show that a person is there, so it does not count as a use
 * of the session. Forging the header only makes a session end sooner.
 */
export function isPoll({ headers }: Request): boolean {
  return headers.has(POLL_HEADER);
}

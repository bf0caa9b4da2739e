/**
 * Milliseconds before a request counts as failed: on a phone without a network it may hang
 * indefinitely.
 */
const TIMEOUT_MS = 30_000;

/** Sends a request to the backend, which may be repeated if no response arrives in time. */
export const request = (address: string, init?: RequestInit): Promise<Response> =>
  fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });

/**
 * Tests whether the backend did not respond: the network failed, the request timed out, or a proxy returned its own
 * page.
 */
export function isNoResponse(error: unknown): boolean {
  return error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException;
}

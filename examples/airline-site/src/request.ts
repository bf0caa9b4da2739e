/** Milliseconds before a request counts as one without a response: that of a phone whose network is gone may hang for ever. */
const TIMEOUT_MS = 30_000;

/** A request to the backend, which may be sent again where no response came in time. */
export const request = (address: string, init?: RequestInit): Promise<Response> =>
  fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });

/**
 * Whether the backend did not respond: the network failed, the time was over, or something before it returned a page of its
 * own.
 */
export function isNoResponse(error: unknown): boolean {
  return error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException;
}

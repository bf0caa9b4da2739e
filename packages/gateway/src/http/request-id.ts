import { randomUUID } from 'node:crypto';

/** Returns the caller's `x-request-id` if it is harmless, otherwise a new one. */
export function requestId(headers: Headers): string {
  const given = headers.get('x-request-id');
  return given !== null && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID();
}

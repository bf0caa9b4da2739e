/**
 * Headers of every page. Scripts and styles come only from the console's own URLs, nothing is inline, nothing frames a
 * page. The referrer stays within the origin: without one, browsers would send forms with the origin `null`.
 * @param images origins of further images, such as a merchant's logo.
 */
function pageHeaders(images: readonly string[] = []): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src ${["'self'", 'data:', ...images].join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

/** HTTP requires a 401 to name a scheme; browsers do not know this one, so they show the page. */
const CHALLENGE = { 'www-authenticate': 'Cookie' };

/** A page. */
export function pageReply(
  text: string,
  { status = 200, images }: { readonly status?: number; readonly images?: readonly string[] },
): Response {
  return new Response(text, {
    status,
    headers: { ...pageHeaders(images), ...(status === 401 && CHALLENGE) },
  });
}

/** Returns a file for a spreadsheet. @param name of the file, without text from others. */
export function csvReply(csv: ReadableStream<Uint8Array>, name: string): Response {
  const headers = {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return new Response(csv, { headers });
}

/** Something for the script of the pages. */
export function jsonReply(value: unknown): Response {
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  return Response.json(value, { headers });
}

/** Sends the browser to another page of the console, by GET. @param cookies `Set-Cookie` headers. */
export function seeOther(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

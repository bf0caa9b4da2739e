/** A URL as the URI of RFC 3986 that programs of others expect: `href` leaves a few characters which no URI has. */
export function uriOf(url: string): string {
  return new URL(url).href.replace(/[\\^`{|}]/g, encodeURIComponent);
}

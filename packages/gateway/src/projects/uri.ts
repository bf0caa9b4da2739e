/**
 * Converts a URL to a URI of RFC 3986, which other programs expect: `href` keeps some characters that no URI may have.
 */
export function uriOf(url: string): string {
  return new URL(url).href.replace(/[\\^`{|}]/g, encodeURIComponent);
}

/**
 * Whether a client prefers a page to JSON. Browsers name HTML; programs accept anything, or JSON.
 * @param accept the request's header (RFC 9110, section 12.5.1).
 */
export function acceptsPage(accept: string | undefined): boolean {
  const html = qualityOf('text/html', accept ?? '');
  return html > 0 && html >= qualityOf('application/json', accept ?? '');
}

/** Returns the quality of a type from 0 to 1; 0 if the header does not name the type itself. */
function qualityOf(type: string, accept: string): number {
  const qualities = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([named]) => named === type)
    .map((parts) => Number(parts.find((part) => part.startsWith('q='))?.slice(2) ?? 1));
  return Math.max(0, ...qualities);
}

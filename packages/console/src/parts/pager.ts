import { type Content, html } from '../http/html.ts';

/** Query that names where a page of a list begins. */
const AFTER = 'after';

/** Reads where the requested page of a list begins; undefined for the first one. */
export function cursorOf(url: URL): string | undefined {
  return url.searchParams.get(AFTER) ?? undefined;
}

/** Links to the next page of a list, and back to its first. */
export function pager(url: URL, next: string | undefined): Content {
  const at = (cursor: string | undefined): string => {
    const query = new URLSearchParams(url.search);
    query.delete(AFTER);
    query.delete('done');
    if (cursor !== undefined) query.set(AFTER, cursor);
    return `${url.pathname}?${query}`;
  };
  const first = url.searchParams.has(AFTER) ? html`<a href="${at(undefined)}">First page</a>` : '';
  const older = next === undefined ? '' : html`<a href="${at(next)}" rel="next">Next page</a>`;
  return first || older ? html`<p class="pager">${first}${older}</p>` : '';
}

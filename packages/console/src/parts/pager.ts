import { type Content, html } from '../http/html.ts';

/** Links to the next page of a list, and back to its first. */
export function pager(url: URL, next: string | undefined): Content {
  const at = (cursor: string | undefined): string => {
    const query = new URLSearchParams(url.search);
    query.delete('after');
    query.delete('done');
    if (cursor !== undefined) query.set('after', cursor);
    return `${url.pathname}?${query}`;
  };
  const first = url.searchParams.has('after') ? html`<a href="${at(undefined)}">First page</a>` : '';
  const older = next === undefined ? '' : html`<a href="${at(next)}" rel="next">Next page</a>`;
  return first || older ? html`<p class="pager">${first}${older}</p>` : '';
}

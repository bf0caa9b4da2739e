import { type Content, html } from '../http/html.ts';

/**
 * Renders a link to the object of a table row.
 * @param text visible text, which other rows may share, such as an amount.
 * @param of distinguishes the link from theirs: screen readers list links without their rows.
 */
export function rowLink(href: string, text: string, of: string): Content {
  return html`<a class="row whole" href="${href}" aria-label="${text}, ${of}">${text}</a>`;
}

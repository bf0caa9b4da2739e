import { type Content, html } from '../http/html.ts';

/**
 * A link to what a row of a table is about.
 * @param text what is seen of it, which other rows may have too, such as an amount.
 * @param of tells it apart from those: screen readers list links without their rows.
 */
export function rowLink(href: string, text: string, of: string): Content {
  return html`<a class="row whole" href="${href}" aria-label="${text}, ${of}">${text}</a>`;
}

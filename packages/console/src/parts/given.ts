import { type Content, html } from '../http/html.ts';

/** What others wrote, such as the name of a person: in its own direction, and broken where it is too long for its line. */
export function given(text: string): Content {
  return html`<bdi class="given">${text}</bdi>`;
}

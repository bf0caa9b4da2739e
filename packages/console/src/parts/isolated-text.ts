import { type Content, html } from '../http/html.ts';

/** Text from others, such as a person's name: in its own direction, and broken if it is too long for its line. */
export function isolatedText(text: string): Content {
  return html`<bdi class="given">${text}</bdi>`;
}

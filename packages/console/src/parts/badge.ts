import { type Content, html } from '../http/html.ts';

/** How a state is to be read: finished, under way, failed, or neither. */
export type Tone = 'done' | 'wait' | 'bad' | 'plain';

/** A state in a word; its colour repeats what the word says. */
export function badge(text: string, tone: Tone): Content {
  return html`<span class="badge ${tone}">${text}</span>`;
}

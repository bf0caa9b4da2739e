import { type Content, html } from '../http/html.ts';

/** Meaning of a state: finished, in progress, failed, or neither. */
export type Tone = 'done' | 'wait' | 'bad' | 'plain';

/** A state in a word; its colour repeats what the word says. */
export function badge(text: string, tone: Tone): Content {
  return html`<span class="badge ${tone}">${text}</span>`;
}

import { html, type TemplateResult } from 'lit';
import type { View } from './view.ts';

/** How the figure came about, one click away; `lines` come with the click, by `open`. */
export function how({ t }: View, open: () => void, lines: unknown): TemplateResult {
  return html`<details @toggle=${open} part="how"><summary>${t.how}</summary>${lines}</details>`;
}

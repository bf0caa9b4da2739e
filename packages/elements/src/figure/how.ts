import { html, type TemplateResult } from 'lit';
import { fill } from '../messages/fill.ts';
import { link } from './link.ts';
import type { View } from './view.ts';

/** How the figure came about, one click away: method, version, link, the likely range, and what it is compared with. */
export function how({ t, quote, figures, mass }: View): TemplateResult {
  const { method, range, comparison, contrails } = quote;
  const lines = [
    link(`${method.name} ${method.version ?? ''}`, method.url),
    method.note,
    figures && range && fill(t.between, { low: mass(range.low), high: mass(range.high) }),
    comparison?.method,
    figures && contrails?.method,
  ];
  return html`<details part="how">
    <summary>${t.how}</summary>
    ${lines.map((line) => (line ? html`<p class="note">${line}</p>` : ''))}
  </details>`;
}

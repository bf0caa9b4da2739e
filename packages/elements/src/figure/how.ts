import { html, type TemplateResult } from 'lit';
import { fill } from '../messages/fill.ts';
import { link } from './link.ts';
import type { View } from './view.ts';

/** How the figure came about and what is not in it, one click away; each line only where the backend tells it. */
export function how({ t, quote, figures, mass }: View): TemplateResult {
  const { method, range, comparison, contrails } = quote;
  const lines = [
    link(`${method.name} ${method.version ?? ''}`, method.url),
    method.note,
    figures && range && fill(t.between, { low: mass(range.low), high: mass(range.high) }),
    comparison?.method,
    // Here, and not in sight: a line that only some answers have would move what is below it.
    figures && contrails && link(`${t.contrails[contrails.risk]}: ${contrails.method}`, contrails.url),
  ];
  return html`<details part="how">
    <summary>${t.how}</summary>
    ${lines.map((line) => (line ? html`<p class="note">${line}</p>` : ''))}
  </details>`;
}

import { html, type TemplateResult } from 'lit';
import { fill } from '../messages/fill.ts';
import { link } from './link.ts';
import type { View } from './view.ts';

/** How the figure came about, one click away: method, version, link, and the likely range. */
export function how({ t, quote, figures, mass }: View): TemplateResult {
  const { method, range, comparison } = quote;
  return html`<details part="how">
    <summary>${t.how}</summary>
    <p class="note">${link(`${method.name} ${method.version ?? ''}`, method.url)}<br />${method.note}</p>
    <p class="note">
      ${figures && range ? fill(t.between, { low: mass(range.low), high: mass(range.high) }) : ''}<br />${comparison?.method}
    </p>
  </details>`;
}

import { html, type TemplateResult } from 'lit';
import { fill } from '../messages/fill.ts';
import { link } from './link.ts';
import type { View } from './view.ts';

/**
 * Draws the figure, and its likely range in words if no scale shows it; their skeleton while `loading`.
 *
 * The figure is rounded once, per passenger, so that the total equals the product shown below it.
 */
export function head(
  { t, tag, quote, step, mass }: View,
  loading: boolean,
  compact: boolean,
): TemplateResult {
  const { passengers, gramsPerPassenger, cabin, label, range } = quote;
  // The slot is for content that must replace a figure, such as an official label.
  return quote.showFigures
    ? html`<div role="status">
        <p part="label" class="note" .textContent=${loading ? t.loading : fill(t.label, { cabin: t.cabins[cabin] }).join('')}></p>
        <p class="skeleton figure" part="figure">
          <b .textContent=${mass(Math.round(gramsPerPassenger / step) * step * passengers, 100) + ' '}></b>
          <span class="soft" .textContent=${passengers > 1 ? t.total : t.perPassenger}></span>
        </p>
        <p class="note row">
          ${passengers > 1 ? html`<bdi class="skeleton" .textContent=${`${passengers.toLocaleString(tag)} × ${mass(gramsPerPassenger)}`}></bdi>` : ''}
          ${range && compact ? html`<bdi class="skeleton" .textContent=${fill(t.range, { low: mass(range.low), high: mass(range.high) }).join('')}></bdi>` : ''}
        </p>
      </div>`
    : html`<slot name="label">${label && html`<div>${link(label.text, label.url)}</div>`}</slot>`;
}

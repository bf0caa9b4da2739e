import type { Locale } from '@flight-offset/core';
import type { OrderView } from './order-view.ts';
import { type Html, html } from './page.ts';
import { viewLines } from './view-lines.ts';

/** Renders the table of an order's details. */
export function orderTable(view: OrderView, locale: Locale): Html | Promise<Html> {
  const lines = viewLines(view, locale).map(({ label, value, foreign, note, link, total }) => {
    const text = link ? html`<a href="${link}" rel="noreferrer">${note}</a>` : note;
    const other = foreign
      ? html`<dd class="detail"><bdi lang="${foreign.language}">${foreign.text}</bdi></dd>`
      : '';
    return html`<div class="${total ? 'total' : 'line'}"><dt>${label}</dt>${value === '' ? '' : html`<dd>${value}</dd>`}${other}${note === undefined ? '' : html`<dd class="detail">${text}</dd>`}</div>`;
  });
  return html`<dl>${lines}</dl>`;
}

import { type Content, html } from '../http/html.ts';
import type { Finding } from '../service/overview.ts';
import { badge } from './badge.ts';

const BADGES = {
  ok: () => badge('OK', 'done'),
  warning: () => badge('Warning', 'wait'),
  fault: () => badge('Fault', 'bad'),
} as const;

/** A text with its orders as links. @param base of the path before an order's identifier. */
function withOrderLinks(text: string, base: string): Content {
  const parts = text.split(/(ord_[0-9A-Z]{26})/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<a href="${base}${part}">${part}</a>` : part))}`;
}

/** Findings, each with its next step. @param base of the path that leads to an order, before its identifier. */
export function findings(list: readonly Finding[], base: string): Content {
  const items = list.map(
    ({ name, state, detail, next }) =>
      html`<li>${BADGES[state]()} <strong>${name}</strong>${detail ? html`<p>${withOrderLinks(detail, base)}</p>` : ''}${next ? html`<p>Next: ${next}</p>` : ''}</li>`,
  );
  return html`<ul class="findings">${items}</ul>`;
}

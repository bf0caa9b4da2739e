import { type Content, html } from '../http/html.ts';
import type { Finding } from '../service/overview.ts';
import { badge } from './badge.ts';

const BADGES = {
  ok: () => badge('OK', 'done'),
  warning: () => badge('Warning', 'wait'),
  fault: () => badge('Fault', 'bad'),
} as const;

/** Findings, each with its next step. */
export function findings(list: readonly Finding[]): Content {
  const items = list.map(
    ({ name, state, detail, next }) =>
      html`<li>${BADGES[state]()} <strong>${name}</strong>${detail ? html`<p>${detail}</p>` : ''}${next ? html`<p>Next: ${next}</p>` : ''}</li>`,
  );
  return html`<ul class="findings">${items}</ul>`;
}

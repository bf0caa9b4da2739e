import type { OrderState } from '@flight-offset/core';
import { html, type TemplateResult } from 'lit';
import type { BackOfficeMessages } from '../messages/back-office/back-office-messages.ts';

/** Filters of the list. */
export interface Filters {
  readonly email: string | undefined;
  readonly taxId: string | undefined;
  readonly status: OrderState | undefined;
  readonly sort: 'asc' | 'desc' | undefined;
}

const STATES: readonly OrderState[] = ['pending', 'completed', 'failed'];

const value = (event: Event): string | undefined => (event.target as HTMLInputElement).value || undefined;

/** Draws the filters of the list; `change` is called with each change. */
export function filters(
  t: BackOfficeMessages,
  { email, taxId, status, sort }: Filters,
  change: (changed: object) => void,
): TemplateResult {
  return html`<form part="filters" aria-label=${t.orders} @submit=${(event: Event) => event.preventDefault()}>
    <label>${t.email}
      <input type="email" .value=${email ?? ''} @change=${(event: Event) => change({ email: value(event) })} />
    </label>
    <label>${t.taxId}
      <input .value=${taxId ?? ''} @change=${(event: Event) => change({ taxId: value(event) })} />
    </label>
    <label>${t.status}
      <select .value=${status ?? ''} @change=${(event: Event) => change({ status: value(event) })}>
        <option value="">${t.any}</option>
        ${STATES.map((state) => html`<option value=${state} ?selected=${state === status}>${t.statuses[state]}</option>`)}
      </select>
    </label>
    <label>${t.created}
      <select .value=${sort ?? 'desc'} @change=${(event: Event) => change({ sort: value(event) })}>
        <option value="desc">${t.newest}</option>
        <option value="asc">${t.oldest}</option>
      </select>
    </label>
  </form>`;
}

import { html, type TemplateResult } from 'lit';
import { formatDate } from '../format/date.ts';
import { enumerate } from '../format/enumerate.ts';
import { fill } from '../messages/fill.ts';
import type { View } from './view.ts';

/** One row a leg: route, flight, date, aircraft, and what one passenger's part of it is. */
export function legs({ t, tag, quote, figures, mass }: View): TemplateResult {
  return html`<ul role="list">
    ${quote.legs.map(
      ({ flight, aircraft, gramsPerPassenger }) => html`<li part="leg">
        <svg viewBox="0 0 52 22" aria-hidden="true">
          <path d="M4 18Q26-6 48 18" />
          <circle cx="4" cy="18" r="2" />
          <circle cx="48" cy="18" r="3" />
        </svg>
        <div>
          <p class="row">
            <b>${fill(t.route, { from: flight.origin, to: flight.destination })}</b>
            ${figures ? html`<b class="ghost">${mass(gramsPerPassenger)}</b>` : ''}
          </p>
          <p class="ghost note">${enumerate([
            `${flight.operatingCarrierCode} ${flight.flightNumber}`,
            formatDate(flight.departureDate, tag),
            aircraft?.[0]?.name,
          ])}</p>
        </div>
      </li>`,
    )}
  </ul>`;
}

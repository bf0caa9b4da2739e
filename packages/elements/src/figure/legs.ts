import type { QuotedLeg } from '@flight-offset/core';
import { html, type TemplateResult } from 'lit';
import { formatDate } from '../format/date.ts';
import { fill } from '../messages/fill.ts';
import type { MethodMessages } from '../messages/method/method-messages.ts';
import { link } from './link.ts';
import type { View } from './view.ts';

/** Share from which an aircraft is certain enough to be named without its share. */
const CERTAIN = 0.95;

/**
 * Draws one row per leg: route, with the names of its cities if known, flight, date, aircraft and emissions per
 * passenger. The running total is rounded, not each leg, so that the rows add up to the figure above.
 */
export function legs(
  { tag, quote, step, mass }: View,
  t: Partial<MethodMessages>,
  rows: readonly QuotedLeg[] = quote.legs,
): TemplateResult {
  // The city, if the backend names it, always with its airport: some cities have several.
  const placed = (airport: string): unknown => {
    const city = quote.cities?.[airport.toUpperCase()];
    return city ? html`${link(city)} <small>${link(airport)}</small>` : link(airport);
  };
  let sum = 0;
  const next = (grams: number): string => {
    const before = Math.round(sum / step);
    sum += grams;
    return mass((Math.round(sum / step) - before) * step, step);
  };
  return html`<ul role="list">
    ${rows.map(
      ({ flight, aircraft, gramsPerPassenger }) => html`<li part="leg">
        <svg aria-hidden="true" viewBox="0 0 52 22">
          <path d="M4 18Q26-6 48 18" />
          <circle r="3" cx="48" cy="18" />
        </svg>
        <div>
          <p class="row">
            <b>${fill<unknown>(t.route ?? '{from} – {to}', { from: placed(flight.origin), to: placed(flight.destination) })}</b>
            ${quote.showFigures ? html`<b class="skeleton" .textContent=${next(gramsPerPassenger)}></b>` : ''}
          </p>
          <p class="skeleton note">
            ${link(`${flight.operatingCarrierCode} ${flight.flightNumber}`)} ·
            ${link(formatDate(flight.departureDate, tag))}
            ${aircraft?.[0] ? html` · ${aircraftName(aircraft[0], tag, t.probably)}` : ''}
          </p>
        </div>
      </li>`,
    )}
  </ul>`;
}

/** Names the likeliest aircraft, with how likely it is unless it is almost certain. */
function aircraftName(
  { name, share }: NonNullable<QuotedLeg['aircraft']>[number],
  tag: string,
  probably: string | undefined,
): unknown {
  return share < CERTAIN && probably
    ? fill<unknown>(probably, {
        aircraft: link(name),
        percent: link(share.toLocaleString(tag, { style: 'percent' })),
      })
    : link(name);
}

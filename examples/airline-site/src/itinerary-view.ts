import type { Booking } from './booking.ts';
import { directionsOf } from './booking.ts';
import { element } from './element.ts';
import { CARRIERS, type Leg, PLACES } from './timetable.ts';

/** Writes a date for travellers. */
export function readable(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

function arc(): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 200 26');
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svg.namespaceURI, 'path');
  path.setAttribute('d', 'M2 22Q100 -14 198 22');
  path.setAttribute('fill', 'none');
  path.setAttribute('stroke', 'currentColor');
  path.setAttribute('stroke-width', '1.5');
  path.setAttribute('vector-effect', 'non-scaling-stroke');
  svg.append(path);
  return svg;
}

function legView(leg: Leg): HTMLElement {
  const later = leg.dayChange ? element('span', {}, `+${leg.dayChange} day`) : '';
  return element(
    'div',
    { class: 'leg' },
    element(
      'div',
      { class: 'end' },
      element('strong', {}, leg.departs),
      `${PLACES[leg.origin]} ${leg.origin}`,
    ),
    arc(),
    element(
      'div',
      { class: 'end' },
      element('strong', {}, leg.arrives),
      `${PLACES[leg.destination]} ${leg.destination} `,
      later,
    ),
    element('p', { class: 'by' }, `Operated by ${CARRIERS[leg.carrier]}, ${leg.carrier} ${leg.number}`),
  );
}

/** Writes the flights of a booking into `place`. */
export function showItinerary(place: Element, booking: Booking): void {
  place.replaceChildren(
    ...directionsOf(booking).map(({ journey, date, title }) => {
      const heading = element('h3', {}, `${title}, ${readable(date)}`);
      return element('div', { class: 'direction' }, heading, ...journey.legs.map(legView));
    }),
  );
}

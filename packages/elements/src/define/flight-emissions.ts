import { FlightEmissions } from '../flight-emissions/flight-emissions.ts';

// Once: a page may load this twice.
if (!customElements.get('flight-emissions')) customElements.define('flight-emissions', FlightEmissions);

/** Through the index, so that a page that imports this has the types of the element and of its events. */
export type { FlightEmissions } from '../index.ts';

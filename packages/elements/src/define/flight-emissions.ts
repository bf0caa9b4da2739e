import { FlightEmissions } from '../flight-emissions/flight-emissions.ts';

// Once: a page may load this twice.
if (!customElements.get('flight-emissions')) customElements.define('flight-emissions', FlightEmissions);

/** Through the index, which brings the types of the element and its events. */
export type { FlightEmissions } from '../index.ts';

import { FlightEmissions } from '../flight-emissions/flight-emissions.ts';

// Once: a page may load this twice.
if (!customElements.get('flight-emissions')) customElements.define('flight-emissions', FlightEmissions);

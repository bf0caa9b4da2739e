/**
 * `@flight-offset/emissions/trips`: the emissions of whole itineraries, as totals, GeoJSON, and the rows of ISO 14083
 * and GHG Protocol reports.
 */
export { estimateTrip, type TripOptions } from './estimate-trip.ts';
export { type Position, type TripFeature, type TripFeatures, tripGeoJson } from './geojson.ts';
export { type DataQuality, type GhgProtocolRow, ghgProtocolReport } from './ghg-protocol.ts';
export { type Iso14083Row, iso14083Report } from './iso-14083.ts';
export { NON_CO2_MULTIPLIERS, type NonCo2, type NonCo2Choice } from './non-co2.ts';
export type { AirportsOnly, TripInput, TripLeg, TripTravellers } from './trip.ts';
export type { DataCategory, Grams, TripEstimate, TripLegEstimate } from './trip-estimate.ts';
export { type TripProblem, UnsupportedTripError } from './trip-problem.ts';

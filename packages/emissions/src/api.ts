/** Exports of both entry points, besides their estimator. */
export type { Body } from './aircraft/aircraft.ts';
export type { CabinSeats } from './aircraft/seats.ts';
export { type AirportPosition, airportPosition } from './airports/airport-position.ts';
export { explain } from './estimate/explain.ts';
export type {
  AircraftCandidate,
  EstimateResult,
  FlightEmissions,
  FlightEstimate,
  GramsPerCabin,
  ProvenanceStep,
} from './estimate/flight-estimate.ts';
export type { FlightWarning, FlightWarningCode } from './estimate/flight-warnings.ts';
export { MODEL_VERSION } from './estimate/model-version.ts';
export type { TypicalEmissions } from './estimate/typical.ts';
export type { FlightInput } from './flight/flight-input.ts';
export {
  type FlightProblem,
  type FlightProblemCode,
  type UnsupportedFlight,
  UnsupportedFlightsError,
} from './flight/problem.ts';
export { CorruptDataError } from './tables/corrupt-data.ts';

/** What both entry points export besides their estimator. */
export type { Body } from './aircraft.ts';
export { type AirportPosition, airportPosition } from './airport-position.ts';
export { CorruptDataError } from './corrupt-data.ts';
export { explain } from './explain.ts';
export type {
  AircraftCandidate,
  EstimateResult,
  FlightEmissions,
  FlightEstimate,
  GramsPerCabin,
  ProvenanceStep,
} from './flight-estimate.ts';
export type { FlightInput } from './flight-input.ts';
export type { FlightWarning, FlightWarningCode } from './flight-warnings.ts';
export { MODEL_VERSION } from './model-version.ts';
export {
  type FlightProblem,
  type FlightProblemCode,
  type UnsupportedFlight,
  UnsupportedFlightsError,
} from './problem.ts';
export type { CabinSeats } from './seats.ts';
export type { TypicalEmissions } from './typical.ts';

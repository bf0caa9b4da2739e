import type { FlightProblem } from '../flight/problem.ts';

/** A fault of a trip: `field` is its path, such as `legs[1].origin` or `travellers[0].count`. */
export type TripProblem = FlightProblem;

/**
 * A trip cannot be estimated; {@link UnsupportedTripError.problems} lists every fault.
 * @example
 * try {
 *   estimateTrip(trip);
 * } catch (error) {
 *   if (error instanceof UnsupportedTripError) for (const { field, message } of error.problems) console.log(field, message);
 * }
 */
export class UnsupportedTripError extends Error {
  override readonly name = 'UnsupportedTripError';
  readonly code = 'unsupported_trip';
  readonly problems: readonly TripProblem[];

  constructor(problems: readonly TripProblem[]) {
    super(
      `The trip cannot be estimated. ${problems.map(({ field, message }) => `${field}: ${message}`).join(' ')}`,
    );
    this.problems = problems;
  }
}

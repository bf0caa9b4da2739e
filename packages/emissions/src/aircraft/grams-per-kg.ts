import { WELL_TO_WAKE } from './carbon.ts';

/**
 * Returns the grams of CO2e, well-to-wake, per economy passenger and kg of fuel, before the share of the cargo:
 * `capacity` in economy seats (see `equivalentCapacity`), `load` of them taken.
 */
export function gramsPerKg(capacity: number, load: number): number {
  return (1000 * WELL_TO_WAKE) / (capacity * load);
}

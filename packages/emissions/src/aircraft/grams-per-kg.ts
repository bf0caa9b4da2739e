/** How much a kilogram of fuel makes of each passenger's share. */
import { WELL_TO_WAKE } from './carbon.ts';

/**
 * Grams of CO2e, well-to-wake, of an economy passenger for each kg of fuel, before cargo takes its part: seats as
 * economy seats (see `equivalentCapacity`), `load` of them taken.
 */
export function gramsPerKg(capacity: number, load: number): number {
  return (1000 * WELL_TO_WAKE) / (capacity * load);
}

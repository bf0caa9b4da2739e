/** The aircraft types this project knows, in packed order: a type's position is its index everywhere else. */
import type { Row } from './csv.ts';
import { ownTable } from './sources.ts';

/** Rows of aircraft-types.csv. */
export function readTypes(): Row[] {
  return ownTable('aircraft-types.csv');
}

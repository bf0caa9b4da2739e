/** Refusals of a flight: thrown within the check, returned by `checkFlight`. */
import type { FlightProblem, FlightProblemCode } from './problem.ts';

/** Thrown within the check of a flight only. */
export class Refusal {
  readonly problem: FlightProblem;
  constructor(code: FlightProblemCode, field: string, message: string) {
    this.problem = { code, field, message };
  }
}

/** An object of unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Creates the refusal of a value; `must` completes "must be". */
export function invalid(field: string, must: string): Refusal {
  return new Refusal('invalid_value', field, `${field} must be ${must}.`);
}

/** Tests whether a value is an object that may have fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a whole number from `least` to `most`. @throws Refusal for anything else. */
export function wholeNumber(value: unknown, field: string, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw notWhole(field, least, most);
  }
  return value;
}

const notWhole = (field: string, least: number, most: number): Refusal =>
  invalid(field, `a whole number from ${least} to ${most}`);

/** Reviewed gaps: their causes, by carrier and type. */
import { ownTable } from '../build/sources.ts';

let reasons: ReadonlyMap<string, string> | undefined;

/** Carrier and type of every reviewed gap, as gaps begin with them. */
export function reviewedGaps(): ReadonlyMap<string, string> {
  reasons ??= new Map(
    ownTable('reviewed-gaps.csv').map((row) => [`${row.carrier} ${row.aircraft_icao}`, row.reason ?? '']),
  );
  return reasons;
}

/** Returns the cause of a gap of one carrier's type; undefined if it was not reviewed. */
export function reviewOf(gap: string): string | undefined {
  return reviewedGaps().get(gap.split(':')[0]!);
}

/** Usage of the command, and the error for wrong usage. */
import { NON_CO2_MULTIPLIERS } from '../trips/index.ts';
import { FLIGHT_COLUMNS, REQUIRED_COLUMNS } from './columns.ts';
import { TRIP_FORMATS } from './trip-formats.ts';

/** Wrong usage; the command exits with 2. The message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';
}

const optionalColumns = FLIGHT_COLUMNS.filter(
  (name) => !(REQUIRED_COLUMNS as readonly string[]).includes(name),
);

/** Text of `--help`. */
export const USAGE: string = `Usage:
  flight-emissions ZRH-SFO --carrier LX --flight 38 --date 2026-12-14 [--aircraft 789] [--explain | --json]
  flight-emissions DEL-DXB-LHR [--round-trip] [--travellers 2] [--cabin business] [--non-co2 defra] [--json]
  flight-emissions --csv flights.csv [--out estimates.csv] [--map carrier=Airline]... [--provenance] [--resume]
  flight-emissions --trips trips.jsonl [--out totals.jsonl] [--format FORMAT] [--non-co2 NAME] [--provenance]

A file of flights:
  --csv FILE         CSV with a header line; - reads standard input
  --out FILE         where the estimates go; standard output by default. The file appears when it is complete
  --map FIELD=NAME   the column NAME holds FIELD; repeat it for each column
  --separator CHAR   , ; | or tab; by default the one the header uses
  --provenance       adds a column with the derivation of each figure, as JSON
  --resume           continues an interrupted run from OUT.partial

Columns, in any case and order: ${REQUIRED_COLUMNS.join(', ')}.
Optional: ${optionalColumns.join(', ')}.
Dates are YYYY-MM-DD. A row that cannot be estimated keeps its place; its error column lists every fault. Empty rows
are left out.

Trips: one JSON object per line, with "stops": ["DEL", "DXB", "LHR"] where only the airports are known, or "legs", each
a flight ("origin", "destination", "operatingCarrierCode", "flightNumber", "departureDate": {"year", "month", "day"}) or
two airports; "roundTrip", "returnDate", "travellers": [{"cabin", "count"}] and "id" are optional.
  --format FORMAT    ${TRIP_FORMATS.join(', ')}; jsonl by default, the reports are CSV
  --provenance       adds the derivation of flights; as jsonl only
  --non-co2 NAME     adds effects beyond CO2 beside the figures, as jsonl only: ${Object.keys(NON_CO2_MULTIPLIERS).join(', ')}

Exit code: 0 complete, 1 a flight could not be estimated or a file not read or written, 2 wrong usage.
`;

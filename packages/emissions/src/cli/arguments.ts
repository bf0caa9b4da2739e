/** Reads the words of the command line. Wrong words are a usage error. */
import { parseArgs } from 'node:util';
import { NON_CO2_MULTIPLIERS, type NonCo2Choice } from '../trips/index.ts';
import { columnOf, type FlightColumn } from './columns.ts';
import { SEPARATORS } from './csv.ts';
import { TRIP_FORMATS, type TripFormat } from './trip-formats.ts';
import { USAGE, UsageError } from './usage.ts';

const OPTIONS = {
  carrier: { type: 'string' },
  flight: { type: 'string' },
  date: { type: 'string' },
  aircraft: { type: 'string' },
  'load-factor': { type: 'string' },
  'cargo-mass-fraction': { type: 'string' },
  'distance-km': { type: 'string' },
  'round-trip': { type: 'boolean' },
  travellers: { type: 'string' },
  cabin: { type: 'string' },
  'non-co2': { type: 'string' },
  explain: { type: 'boolean' },
  json: { type: 'boolean' },
  csv: { type: 'string' },
  trips: { type: 'string' },
  format: { type: 'string' },
  out: { type: 'string' },
  map: { type: 'string', multiple: true },
  separator: { type: 'string' },
  provenance: { type: 'boolean' },
  resume: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The options and words of a command line. */
export type Arguments = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>;

/** Their values by name. */
export type Values = Arguments['values'];

/** Reads the command line. @throws UsageError if an option does not exist or lacks its value. */
export function readArguments(args: string[]): Arguments {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

/** Returns a path; undefined for `-`, the standard stream. */
export const pathOf = (text: string | undefined): string | undefined => (text === '-' ? undefined : text);

/** Returns the columns named with `--map FIELD=NAME`. */
export function mappedColumns(texts: readonly string[]): Map<FlightColumn, string> {
  const columns = new Map<FlightColumn, string>();
  for (const text of texts) {
    const [, name = '', column = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    const field = columnOf(name);
    if (field === undefined)
      throw new UsageError(`--map ${text} must be FIELD=NAME, such as carrier=Airline\n\n${USAGE}`);
    if (columns.has(field)) throw new UsageError(`--map has two columns for ${field}: leave one out`);
    columns.set(field, column);
  }
  return columns;
}

/** Returns the separator of `--separator`; undefined to detect it in the header. */
export function separatorOf(text: string | undefined): string | undefined {
  const separator = text === 'tab' || text === '\\t' ? '\t' : text;
  if (separator !== undefined && !(SEPARATORS as readonly string[]).includes(separator))
    throw new UsageError(`--separator ${text} must be one of , ; | tab`);
  return separator;
}

/** Returns the format of `--format`. */
export function formatOf(text = 'jsonl'): TripFormat {
  const format = TRIP_FORMATS.find((name) => name === text);
  if (format === undefined)
    throw new UsageError(`--format ${text} must be one of ${TRIP_FORMATS.join(', ')}`);
  return format;
}

/** Returns the multiplier of `--non-co2`. */
export function nonCo2ChoiceOf(text: string | undefined): NonCo2Choice | undefined {
  if (text === undefined) return undefined;
  if (Object.hasOwn(NON_CO2_MULTIPLIERS, text)) return text as keyof typeof NON_CO2_MULTIPLIERS;
  throw new UsageError(`--non-co2 ${text} must be one of ${Object.keys(NON_CO2_MULTIPLIERS).join(', ')}`);
}

/** Options that apply to each mode: an option without effect would leave a figure other than the intended one. */
import { formatOf, type Values } from './arguments.ts';
import { UsageError } from './usage.ts';

type Option = keyof Values;

/** Options that only a single flight has; any of them means that the two airports are a flight. */
const FLIGHT_OPTIONS: readonly Option[] = [
  'carrier',
  'flight',
  'date',
  'aircraft',
  'load-factor',
  'cargo-mass-fraction',
  'distance-km',
  'explain',
];

/** Mode of a command line: what it estimates. */
export type Mode = 'a flight' | 'a trip' | '--csv' | '--trips';

/** Modes, as errors name them, and the options they take. */
const OPTIONS_OF: Readonly<Record<Mode, readonly Option[]>> = {
  'a flight': [...FLIGHT_OPTIONS, 'json'],
  'a trip': ['round-trip', 'travellers', 'cabin', 'non-co2', 'json'],
  '--csv': ['csv', 'out', 'map', 'separator', 'provenance', 'resume'],
  '--trips': ['trips', 'out', 'format', 'non-co2', 'provenance'],
};

/** Options for which only JSON lines have a place: the other formats of trips have fixed columns. */
const JSONL_OPTIONS: readonly Option[] = ['non-co2', 'provenance'];

/**
 * Returns the mode that the options select.
 * @throws UsageError if an option has no effect in it, or a flight lacks one.
 */
export function modeOf(values: Values): Mode {
  const chosen = chosenMode(values);
  const isReport = chosen === '--trips' && formatOf(values.format) !== 'jsonl';
  const options = OPTIONS_OF[chosen].filter((option) => !(isReport && JSONL_OPTIONS.includes(option)));
  const other = (Object.keys(values) as Option[]).filter((option) => !options.includes(option));
  const what = isReport ? `--format ${values.format}` : chosen;
  if (other.length > 0)
    throw new UsageError(`${listed(other)} has no effect on ${what}: leave it out, or see --help`);
  const missing = (['carrier', 'flight', 'date'] as const).filter((option) => !values[option]);
  if (chosen === 'a flight' && missing.length > 0)
    throw new UsageError(`a flight needs --carrier, --flight and --date: add ${listed(missing)}`);
  return chosen;
}

function chosenMode(values: Values): Mode {
  if (values.csv !== undefined) return '--csv';
  if (values.trips !== undefined) return '--trips';
  return FLIGHT_OPTIONS.some((option) => values[option] !== undefined) ? 'a flight' : 'a trip';
}

const listed = (options: readonly Option[]): string => options.map((option) => `--${option}`).join(', ');

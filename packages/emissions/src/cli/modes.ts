/** Which options go with what is estimated: one that has no effect there would leave a figure other than the one meant. */
import { formatOf, type Values } from './arguments.ts';
import { UsageError } from './usage.ts';

type Option = keyof Values;

/** Options that only a single flight has; any of them says that the two airports are one. */
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

/** What a command line estimates. */
export type Mode = 'a flight' | 'a trip' | '--csv' | '--trips';

/** What can be estimated, as errors name it, and the options it takes. */
const OPTIONS_OF: Readonly<Record<Mode, readonly Option[]>> = {
  'a flight': [...FLIGHT_OPTIONS, 'json'],
  'a trip': ['round-trip', 'travellers', 'cabin', 'non-co2', 'json'],
  '--csv': ['csv', 'out', 'map', 'separator', 'provenance', 'resume'],
  '--trips': ['trips', 'out', 'format', 'non-co2', 'provenance'],
};

/** Options that only the lines of JSON have a place for: the other formats of trips have fixed columns. */
const JSONL_OPTIONS: readonly Option[] = ['non-co2', 'provenance'];

/**
 * What the options ask for.
 * @throws UsageError where one has no effect on it, or where a flight lacks one.
 */
export function modeOf(values: Values): Mode {
  const isFlight = FLIGHT_OPTIONS.some((option) => values[option] !== undefined);
  const mode = values.csv !== undefined ? '--csv' : values.trips !== undefined ? '--trips' : undefined;
  const chosen = mode ?? (isFlight ? 'a flight' : 'a trip');
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

const listed = (options: readonly Option[]): string => options.map((option) => `--${option}`).join(', ');

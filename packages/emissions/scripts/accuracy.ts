/**
 * Prints the errors of the engine against published figures, by carrier, body and cabin, with and without the aircraft.
 * `--worst` adds the flights with the largest errors, `--groups` the groups of carrier, type and source of load that
 * contribute most to the median error; `--json` prints every figure instead.
 */
import { errorGroups } from './accuracy/groups.ts';
import { type Measured, measure, quantile } from './accuracy/measure.ts';
import { readReferences } from './accuracy/reference.ts';

const percent = (value: number, width = 6): string => `${(100 * value).toFixed(1).padStart(width)}%`;

function line(name: string, measured: readonly Measured[]): string {
  const errors = measured.map(({ error }) => Math.abs(error)).sort((a, b) => a - b);
  const signed = measured.map(({ error }) => error).sort((a, b) => a - b);
  const within = (bound: number): number => errors.filter((error) => error <= bound).length / errors.length;
  const inside = measured.filter(({ inside }) => inside).length / measured.length;
  const widths = measured.map(({ width }) => width).sort((a, b) => a - b);
  return [
    name.padEnd(28),
    String(measured.length).padStart(5),
    percent(quantile(errors, 0.5)),
    percent(quantile(errors, 0.9)),
    percent(quantile(signed, 0.5)),
    percent(within(0.1)),
    percent(within(0.2)),
    percent(inside),
    percent(quantile(widths, 0.5)),
  ].join(' ');
}

function table(title: string, measured: readonly Measured[]): void {
  const head = ['', 'n', 'median', '90 %', 'bias', '<10 %', '<20 %', 'inside', 'width'];
  console.log(
    `\n${title}\n${head.map((word, i) => (i === 0 ? word.padEnd(28) : word.padStart(i === 1 ? 5 : 7))).join(' ')}`,
  );
  console.log(line('all', measured));
  const groups: readonly (readonly [string, (one: Measured) => string])[] = [
    ['body', (one) => one.body],
    ['cabin', (one) => one.reference.cabin],
    ['tier', (one) => one.tier],
    ['load', (one) => one.loadTier],
    ['carrier', (one) => one.reference.flight.operatingCarrierCode],
  ];
  for (const [name, of] of groups) {
    const keys = [...new Set(measured.map(of))];
    const members = (key: string): Measured[] => measured.filter((one) => of(one) === key);
    keys.sort((a, b) => members(b).length - members(a).length);
    for (const key of keys) if (members(key).length >= 3) console.log(line(`${name} ${key}`, members(key)));
  }
}

function worst(measured: readonly Measured[], count: number): void {
  const sorted = [...measured].sort((a, b) => Math.abs(b.error) - Math.abs(a.error)).slice(0, count);
  for (const { reference, error, likeliest, tier } of sorted) {
    const { origin, destination, operatingCarrierCode, flightNumber } = reference.flight;
    console.log(
      `${percent(error, 7)} ${operatingCarrierCode} ${flightNumber} ${origin}-${destination} ${reference.cabin} shown ${reference.shown}: ${likeliest} (${tier})`,
    );
  }
}

function groups(measured: readonly Measured[], bound: number): void {
  console.log(
    `\n${'group'.padEnd(36)} values  over half off by ${percent(bound, 0)}: errors from, median, to`,
  );
  for (const { name, values, excess, errors } of errorGroups(measured, bound).slice(0, 20)) {
    const [low, median, high] = errors.map((error) => percent(error));
    console.log(
      `${name.padEnd(36)} ${String(values).padStart(6)} ${excess.toFixed(1).padStart(6)} ${low}${median}${high}`,
    );
  }
}

const references = readReferences();
const given = references.map((one) => measure(one, true)).filter((one) => one !== undefined);
const free = references.map((one) => measure(one, false)).filter((one) => one !== undefined);
if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ given, free }));
} else {
  table('Aircraft given, as shown', given);
  if (process.argv.includes('--worst')) worst(given, 60);
  if (process.argv.includes('--groups')) groups(given, 0.03);
  table('Aircraft not given', free);
  if (process.argv.includes('--worst')) worst(free, 100);
  if (process.argv.includes('--groups')) groups(free, 0.06);
}

/** Estimates per second, beside the same arithmetic written naively, and the time to the first estimate. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Measure, median, sideBySide } from '../../../scripts/measure.ts';
import { calculateFlights, economyGramsPerPax, estimateFlights, type FlightInput } from '../src/index.ts';
import { benchFlights } from './flights.ts';
import { naiveEconomyGrams, naiveTables } from './naive.ts';

const flights = benchFlights();
const unknown: FlightInput[] = flights.map(({ aircraft: _, ...flight }) => flight);
const tables = naiveTables(flights);

/** Times the list is gone through in one run. */
const ROUNDS = 50;
/** Flights of a call of calculateFlights. */
const PER_REQUEST = 100;

function repeat(list: readonly FlightInput[], estimate: (flight: FlightInput) => number): number {
  let sum = 0;
  for (let round = 0; round < ROUNDS; round++) for (const flight of list) sum += estimate(flight);
  return sum;
}

/** Figures of all cabins, as many flights at a time as a request carries. */
function figures(list: readonly FlightInput[]): number {
  let sum = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < list.length; at += PER_REQUEST) {
      for (const { emissionsGramsPerPax } of calculateFlights(list.slice(at, at + PER_REQUEST)))
        sum += emissionsGramsPerPax.economy;
    }
  }
  return sum;
}

async function speeds(
  name: string,
  list: readonly FlightInput[],
  { floor, atLeast }: { readonly floor: number; readonly atLeast: number },
): Promise<Measure[]> {
  for (const flight of list) {
    const difference = economyGramsPerPax(flight) / naiveEconomyGrams(tables, flight) - 1;
    assert.ok(
      Math.abs(difference) < 1e-6,
      `not the same arithmetic: ${JSON.stringify(flight)} ${difference}`,
    );
  }
  const { first, second } = await sideBySide(
    7,
    () => repeat(list, economyGramsPerPax),
    () => repeat(list, (flight) => naiveEconomyGrams(tables, flight)),
  );
  const { first: cabins } = await sideBySide(
    7,
    () => figures(list),
    () => undefined,
  );
  const perSecond = (ms: number): number => (1000 * ROUNDS * list.length) / ms;
  return [
    {
      name: `${name}: one number a flight, checks included (aim ${floor} a second)`,
      value: perSecond(first),
      unit: 'op/s',
    },
    {
      name: `${name}: four cabins a flight, ${PER_REQUEST} flights a request (aim ${floor} a second)`,
      value: perSecond(cabins),
      unit: 'op/s',
    },
    {
      name: `${name}: the same arithmetic, naively over parsed tables`,
      value: perSecond(second),
      unit: 'op/s',
    },
    { name: `${name}: times as fast as naively`, value: second / first, unit: '×', bar: { atLeast } },
  ];
}

function firstAnswer(entry: URL): number {
  const script = fileURLToPath(new URL('first-estimate.ts', import.meta.url));
  const times = Array.from({ length: 9 }, () => Number(execFileSync(process.execPath, [script, entry.href])));
  return median(times);
}

/** Measures; the figures a second have no bar, since they are the machine's as much as the code's. */
export async function bench(): Promise<Measure[]> {
  const measures = [
    ...(await speeds('aircraft given', flights, { floor: 2_000_000, atLeast: 8 })),
    ...(await speeds('cascade', unknown, { floor: 500_000, atLeast: 6 })),
  ];
  const { first, second } = await sideBySide(
    5,
    () => estimateFlights(unknown),
    () => unknown.map(economyGramsPerPax),
  );
  measures.push({
    name: 'full estimate, derivation and interval',
    value: (1000 * unknown.length) / first,
    unit: 'op/s',
  });
  measures.push({ name: 'full estimate: times as long as one number', value: first / second, unit: '×' });
  const bundle = new URL('../dist/bundle/index.js', import.meta.url);
  if (existsSync(bundle)) {
    measures.push({
      name: 'published bundle: import to first estimate, processor time of the main thread (aim 12 ms)',
      value: firstAnswer(bundle),
      unit: 'ms',
    });
  }
  return measures;
}

if (import.meta.main)
  for (const { name, value, unit } of await bench()) console.log(name.padEnd(75), value.toPrecision(4), unit);

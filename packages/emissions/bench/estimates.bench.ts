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

const ROUNDS = 50;
const PER_REQUEST = 100;

/** Flights per burst: few enough that the machine rarely interrupts one. */
const PER_BURST = 64;
/** Times each burst runs; the first tenth warms up. */
const BURSTS = 200;

/**
 * Returns the milliseconds that each function takes for all flights: the sum over bursts, each the fastest of its runs,
 * in turn. Other work of the machine slows a run down and never speeds it up.
 */
function fastest(
  list: readonly FlightInput[],
  functions: readonly ((flight: FlightInput) => number)[],
): number[] {
  const totals = functions.map(() => 0);
  for (let at = 0; at < list.length; at += PER_BURST) {
    const burst = list.slice(at, at + PER_BURST);
    for (const [index, ms] of fastestRuns(burst, functions).entries()) totals[index]! += ms;
  }
  return totals;
}

/** Returns the milliseconds of each function's fastest run over a burst. */
function fastestRuns(
  burst: readonly FlightInput[],
  functions: readonly ((flight: FlightInput) => number)[],
): number[] {
  const best = functions.map(() => Number.POSITIVE_INFINITY);
  for (let run = -BURSTS / 10; run < BURSTS; run++) {
    for (const [index, estimate] of functions.entries()) {
      const started = performance.now();
      for (const flight of burst) estimate(flight);
      if (run >= 0) best[index] = Math.min(best[index]!, performance.now() - started);
    }
  }
  return best;
}

/** Calculates the figures of all cabins, with as many flights at a time as a request carries. */
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
  const [ours = 0, naive = 0] = fastest(list, [
    economyGramsPerPax,
    (flight) => naiveEconomyGrams(tables, flight),
  ]);
  const { first: cabins } = await sideBySide(
    7,
    () => figures(list),
    () => undefined,
  );
  const perSecond = (ms: number): number => (1000 * list.length) / ms;
  return [
    {
      name: `${name}: one number a flight, checks included (aim ${floor} a second)`,
      value: perSecond(ours),
      unit: 'op/s',
    },
    {
      name: `${name}: four cabins a flight, ${PER_REQUEST} flights a request (aim ${floor} a second)`,
      value: ROUNDS * perSecond(cabins),
      unit: 'op/s',
    },
    {
      name: `${name}: the same arithmetic, naively over parsed tables`,
      value: perSecond(naive),
      unit: 'op/s',
    },
    { name: `${name}: times as fast as naively`, value: naive / ours, unit: '×', bar: { atLeast } },
  ];
}

function firstAnswer(entry: URL): number {
  const script = fileURLToPath(new URL('first-estimate.ts', import.meta.url));
  const times = Array.from({ length: 9 }, () => Number(execFileSync(process.execPath, [script, entry.href])));
  return median(times);
}

/** Measures; figures per second have no bar, since they depend as much on the machine as on the code. */
export async function bench(): Promise<Measure[]> {
  const measures = [
    ...(await speeds('aircraft given', flights, { floor: 2_000_000, atLeast: 12 })),
    ...(await speeds('aircraft not given', unknown, { floor: 500_000, atLeast: 9 })),
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

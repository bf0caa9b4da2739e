/** Estimates a second, beside the same arithmetic written naively, and the time to the first answer. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Measure, median, sideBySide } from '../../../scripts/measure.ts';
import { economyGramsPerPax, estimateFlights, type FlightInput } from '../src/index.ts';
import { naiveEconomyGrams, naiveTables } from './naive.ts';

const ROUTES =
  'FRA-MUC EW 320|SGN-HAN VN 789|DEL-BOM 6E 32N|BLR-DEL 6E 32Q|DXB-LHR EK 388|DXB-BOM EK 77W|DUB-STN FR 738|MAD-BCN UX 738|' +
  'CAN-PEK CZ 321|PVG-CDG MU 77W|HKG-SIN CX 333|NRT-BKK TG 789|IST-LHR TK 32Q|IST-NRT TK 359|ADD-NBO ET 738|ADD-FRA ET 359|' +
  'JNB-CPT FA 738|NBO-LHR KQ 788|GRU-GIG G3 738|DOH-DEL QR 351|AUH-BOM EY 789|WAW-VIE W6 32Q|BUD-LTN W6 321|TPE-NRT BR 77W';

const flights: FlightInput[] = ROUTES.split('|').map((text, i) => {
  const [route = '', operatingCarrierCode = '', aircraft] = text.split(' ');
  const [origin = '', destination = ''] = route.split('-');
  const departureDate = { year: 2026, month: 1 + (i % 12), day: 10 };
  return { origin, destination, operatingCarrierCode, flightNumber: 100 + i, departureDate, aircraft };
});
const unknown: FlightInput[] = flights.map((flight) => ({ ...flight, aircraft: undefined }));
const tables = naiveTables(flights);

/** Times the list is gone through in one run. */
const ROUNDS = 2000;

function repeat(list: readonly FlightInput[], estimate: (flight: FlightInput) => number): number {
  let sum = 0;
  for (let round = 0; round < ROUNDS; round++) for (const flight of list) sum += estimate(flight);
  return sum;
}

async function speeds(name: string, list: readonly FlightInput[], floor: number): Promise<Measure[]> {
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
  const perSecond = (ms: number): number => (1000 * ROUNDS * list.length) / ms;
  return [
    {
      name: `${name}: one number a flight, checks included (aim ${floor} a second)`,
      value: perSecond(first),
      unit: 'op/s',
    },
    {
      name: `${name}: the same arithmetic, naively over parsed tables`,
      value: perSecond(second),
      unit: 'op/s',
    },
    { name: `${name}: times as fast as naively`, value: second / first, unit: '×', bar: { atLeast: 1.5 } },
  ];
}

function firstAnswer(entry: URL): number {
  const script = fileURLToPath(new URL('first-answer.ts', import.meta.url));
  const times = Array.from({ length: 9 }, () => Number(execFileSync(process.execPath, [script, entry.href])));
  return median(times);
}

/** Measures; the figures a second have no bar, since they are the machine's as much as the code's. */
export async function bench(): Promise<Measure[]> {
  const measures = [
    ...(await speeds('aircraft given', flights, 2_000_000)),
    ...(await speeds('cascade', unknown, 500_000)),
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
      name: 'published bundle: import to first answer (aim 15 ms)',
      value: firstAnswer(bundle),
      unit: 'ms',
    });
  }
  return measures;
}

if (import.meta.main)
  for (const { name, value, unit } of await bench()) console.log(name.padEnd(75), value.toPrecision(4), unit);

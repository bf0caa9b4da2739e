import type { Flight } from '../flights/flight.ts';
import { CABINS } from '../flights/flight-emissions.ts';
import { type Check, expect, expectRefusal, expectSuccess, type Fields } from './check.ts';
import type { Caller } from './target.ts';

/** Path of the calculation. */
export const CALCULATE = 'api/calculate';

const group = 'calculate';

/** A flight that exists. */
export const FLIGHT: Flight = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2027, month: 6, day: 14 },
};
const SHORT: Flight = { ...FLIGHT, destination: 'LHR', flightNumber: 316 };

async function calculate(caller: Caller, flights: readonly unknown[]): Promise<Fields[]> {
  const { json } = expectSuccess(await caller.post(CALCULATE, { flights }));
  expect(Array.isArray(json), 'the response is not an array');
  return json as Fields[];
}

function refuses(name: string, flight: unknown): Check {
  const body = { flights: [flight] };
  return {
    group,
    claim: `refuses ${name}`,
    basis: 'interface',
    run: async (caller) => expectRefusal(await caller.post(CALCULATE, body)),
  };
}

function without(name: keyof Flight): unknown {
  const { [name]: _, ...rest } = FLIGHT;
  return rest;
}

/** Checks of flight emissions. */
export const emissionChecks: readonly Check[] = [
  {
    group,
    claim: 'returns four cabins in grams per passenger and echoes the flight',
    basis: 'interface',
    async run(caller) {
      const [result] = await calculate(caller, [FLIGHT]);
      const echo = result?.flight as Fields | undefined;
      for (const [name, value] of Object.entries(FLIGHT)) {
        expect(
          JSON.stringify(echo?.[name]) === JSON.stringify(value),
          `flight.${name} is ${JSON.stringify(echo?.[name])}`,
        );
      }
      const grams = result?.emissionsGramsPerPax as Fields | undefined;
      for (const cabin of CABINS) {
        const value = grams?.[cabin];
        // A figure in kilograms would be less.
        expect(typeof value === 'number' && value > 1e4 && value < 1e9, `${cabin} is ${value}`);
      }
      expect(Number(grams?.first) >= Number(grams?.economy), 'first is below economy');
    },
  },
  {
    group,
    claim: 'returns one result per flight, in order',
    basis: 'interface',
    async run(caller) {
      const results = await calculate(caller, [FLIGHT, FLIGHT, SHORT]);
      const numbers = results.map((result) => (result.flight as Fields | undefined)?.flightNumber);
      expect(numbers.join() === '38,38,316', `flight numbers are ${numbers.join()}`);
      const [long, again, short] = results.map(
        ({ emissionsGramsPerPax }) => (emissionsGramsPerPax as Fields).economy,
      );
      expect(Number(short) <= Number(long), 'the short flight emits more');
      expect(long === again, 'the same flight has two figures');
    },
  },
  ...(Object.keys(FLIGHT) as (keyof Flight)[]).map((name) => ({
    ...refuses(`a flight without ${name}`, without(name)),
    basis: 'decision' as const,
  })),
  refuses('a flight number that is text', { ...FLIGHT, flightNumber: '38' }),
  refuses('a flight number with a fraction', { ...FLIGHT, flightNumber: 38.5 }),
  refuses('an origin that is a number', { ...FLIGHT, origin: 5 }),
  refuses('a month that is text', { ...FLIGHT, departureDate: { year: 2027, month: 'June', day: 1 } }),
  {
    ...refuses('31 February', { ...FLIGHT, departureDate: { year: 2027, month: 2, day: 31 } }),
    basis: 'decision',
  },
  refuses('a date that is text', { ...FLIGHT, departureDate: '2027-06-14' }),
  {
    group,
    claim: 'refuses flights that are no array, and broken JSON',
    basis: 'interface',
    async run(caller) {
      expectRefusal(await caller.post(CALCULATE, { flights: {} }));
      expectRefusal(await caller.post(CALCULATE, {}));
      expectRefusal(await caller.post(CALCULATE, '{"flights":['));
    },
  },
  {
    group,
    claim: 'refuses an airport that does not exist with 422 and the reason of each flight',
    basis: 'decision',
    async run(caller) {
      const reply = await caller.post(CALCULATE, { flights: [FLIGHT, { ...FLIGHT, origin: 'QQQ' }] });
      expectRefusal(reply, 422);
      const [problem] = ((reply.json as Fields).flights ?? []) as Fields[];
      expect(problem?.index === 1 && problem.field === 'origin', JSON.stringify(problem));
    },
  },
  {
    group,
    claim: 'takes 1000 flights, refuses 1001 and none',
    basis: 'decision',
    async run(caller) {
      expect((await calculate(caller, Array(1000).fill(FLIGHT))).length === 1000, 'not 1000 results');
      expectRefusal(await caller.post(CALCULATE, { flights: Array(1001).fill(FLIGHT) }), 400);
      expectRefusal(await caller.post(CALCULATE, { flights: [] }), 400);
    },
  },
];

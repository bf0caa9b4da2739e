/** Which flight numbers and dates of a carrier make no difference to the figure. */
import { NO_LAST_DAY } from './carriers.ts';
import { carrierFleet, type Fleet } from './fleet.ts';

/** Where a value changes something: the first values of each class but the first, ascending. */
type Breaks = readonly number[];

/** Breaks of a carrier's flight numbers and dates of departure. */
interface CarrierBreaks {
  readonly numbers: Breaks;
  readonly dates: Breaks;
}

const NONE: CarrierBreaks = { numbers: [], dates: [] };

const ascending = (values: readonly number[]): Breaks => [...new Set(values)].sort((a, b) => a - b);

function breaksOfFleet({ layouts, partnerNumbers }: Fleet): CarrierBreaks {
  const numbers = layouts.flatMap(({ fromNumber, toNumber }) =>
    toNumber > 0 ? [fromNumber, toNumber + 1] : [],
  );
  const ofPartners = partnerNumbers.map((number, i) => (i % 2 === 0 ? number : number + 1));
  const dates = layouts.flatMap(({ until }) => (until < NO_LAST_DAY ? [until + 1] : []));
  return { numbers: ascending([...numbers, ...ofPartners]), dates: ascending(dates) };
}

const breaks = new Map<string, CarrierBreaks>();

function breaksOf(carrier: string): CarrierBreaks {
  let known = breaks.get(carrier);
  if (known === undefined) {
    const fleet = carrierFleet(carrier);
    known = fleet ? breaksOfFleet(fleet) : NONE;
    breaks.set(carrier, known);
  }
  return known;
}

/** How many breaks lie at or below a value. */
function classOf(value: number, at: Breaks): number {
  let count = 0;
  while (count < at.length && at[count]! <= value) count++;
  return count;
}

/**
 * A whole number for the flight number and date (such as 20261214) of a carrier (IATA code): flights which differ in
 * nothing but these two have the same figure where it is the same.
 */
export function numberClass(carrier: string, flightNumber: number, date: number): number {
  const { numbers, dates } = breaksOf(carrier);
  if (numbers.length === 0 && dates.length === 0) return 0;
  return classOf(date, dates) * (numbers.length + 1) + classOf(flightNumber, numbers);
}

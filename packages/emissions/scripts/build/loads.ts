/** Packs load factors and cargo mass fractions by carrier and by distance band. */
import { numberOf, type Row, textOf } from './csv.ts';
import { moduleText } from './pack.ts';
import { ownTable, sourceTable } from './sources.ts';

/** Thousandths as a whole number. */
const milli = (value: number): number => Math.round(value * 1000);

/**
 * Load factors, thousandths: others as the carriers themselves report them ("r"), US carriers inside the US from
 * Form 41 ("u") and, after it, abroad from two months of T-100 brought to the year by the season of those months.
 */
function loadFactors(): string {
  const entries = new Map<string, string>();
  for (const row of ownTable('load-factors.csv')) {
    // A value of low confidence says less than the world's default.
    if (textOf(row, 'confidence') === 'low') continue;
    entries.set(textOf(row, 'carrier'), `${milli(numberOf(row, 'load_factor'))}r`);
  }
  const domestic = new Map(
    ownTable('us-domestic-load-factors.csv').map((row) => [textOf(row, 'carrier'), row]),
  );
  for (const row of sourceTable('t100_carrier_load_factor.csv')) {
    const carrier = textOf(row, 'carrier');
    if (carrier.length !== 2 || textOf(row, 'us_form41_T2_LF_2023-2025') === '') continue;
    const own = domestic.get(carrier);
    const inside = own ? numberOf(own, 'load_factor') : numberOf(row, 'us_form41_T2_LF_2023-2025');
    entries.set(carrier, `${milli(inside)}u${internationalLoad(row)}`);
  }
  // A partner without figures of its own: its passengers are counted in the report of the brand.
  for (const { brand = '', partner = '' } of ownTable('partners.csv')) {
    const known = entries.get(brand);
    if (known?.endsWith('r') && !entries.has(partner)) entries.set(partner, known);
  }
  return [...entries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([carrier, value]) => carrier + value)
    .join(',');
}

/** Fewer departures than this in a month say little of a carrier's year. */
const ENOUGH_DEPARTURES = 300;

/** The year's load factor on flights to and from the US, thousandths; empty where T-100 has too little. */
function internationalLoad(row: Row): string {
  const season = ownTable('season.csv').find(({ country }) => country === 'US')!;
  const january = numberOf(season, 'jan');
  const february = numberOf(season, 'feb');
  const years: number[] = [];
  for (const [month, index] of [
    ['2024-01', january],
    ['2026-02', february],
  ] as const) {
    if (Number(row[`intl_departures_${month}`]) >= ENOUGH_DEPARTURES) {
      years.push(numberOf(row, `intl_LF_${month}`) / index);
    }
  }
  return years.length === 2 ? String(milli((years[0]! + years[1]!) / 2)) : '';
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `country thousandths...` of each month's load factor over the year's. */
function seasons(): string {
  return ownTable('season.csv')
    .map((row) => [row.country, ...MONTHS.map((month) => milli(numberOf(row, month)))].join(' '))
    .join(',');
}

/** Cargo mass fractions by carrier and body, with the departures behind each. */
function carrierCargo(): string {
  return sourceTable('t100_carrier_cmf.csv')
    .filter((row) => textOf(row, 'carrier').length === 2)
    .map(
      (row) =>
        `${row.carrier}${textOf(row, 'body').slice(0, 1)}${milli(numberOf(row, 'cmf_mass_pooled'))} ${numberOf(row, 'departures')}`,
    )
    .sort()
    .join(',');
}

/** Cargo mass fractions by body and band of 1000 km great-circle distance, with the departures behind each. */
function bandCargo(body: string): string {
  return sourceTable('t100_cmf_bands.csv')
    .filter((row) => textOf(row, 'body') === body)
    .map((row) => `${Math.round(numberOf(row, 'cmf_mass_pooled') * 10_000)} ${numberOf(row, 'departures')}`)
    .join(',');
}

/** The module of load factors and cargo. */
export function loadsModule(): string {
  return moduleText('Load factors (thousandths), cargo mass fractions by carrier (thousandths) and band.', {
    LOAD_FACTORS: loadFactors(),
    SEASONS: seasons(),
    CARRIER_CARGO: carrierCargo(),
    NARROW_CARGO_BANDS: bandCargo('narrow'),
    WIDE_CARGO_BANDS: bandCargo('wide'),
  });
}

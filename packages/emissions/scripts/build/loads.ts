/** Packs load factors and cargo mass fractions by carrier and by distance band. */
import { numberOf, textOf } from './csv.ts';
import { moduleText } from './pack.ts';
import { ownTable, sourceTable } from './sources.ts';

/** Thousandths as a whole number. */
const milli = (value: number): number => Math.round(value * 1000);

/** Load factors: US carriers from Form 41 ("u"), others as the carriers themselves report them ("r"). */
function loadFactors(): string {
  const entries = new Map<string, string>();
  for (const row of ownTable('load-factors.csv')) {
    // A value of low confidence says less than the world's default.
    if (textOf(row, 'confidence') === 'low') continue;
    entries.set(textOf(row, 'carrier'), `${milli(numberOf(row, 'load_factor'))}r`);
  }
  for (const row of sourceTable('t100_carrier_load_factor.csv')) {
    const carrier = textOf(row, 'carrier');
    if (carrier.length === 2 && textOf(row, 'us_form41_T2_LF_2023-2025') !== '') {
      entries.set(carrier, `${milli(numberOf(row, 'us_form41_T2_LF_2023-2025'))}u`);
    }
  }
  return [...entries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([carrier, value]) => carrier + value)
    .join(',');
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

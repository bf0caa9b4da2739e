/** Packs load factors and cargo mass fractions by carrier and by distance band. */
import { numberOf, textOf } from './csv.ts';
import { moduleText } from './pack.ts';
import { ownTable, sourceTable } from './sources.ts';

/** Thousandths as a whole number. */
const milli = (value: number): number => Math.round(value * 1000);

/** Load factors that carriers or their authorities publish, thousandths: inside the country, abroad where it differs. */
function loadFactors(): string {
  const entries = new Map<string, string>();
  for (const row of ownTable('load-factors.csv')) {
    // A value of low confidence says less than the world's default.
    if (textOf(row, 'confidence') === 'low') continue;
    entries.set(textOf(row, 'carrier'), `${milli(numberOf(row, 'load_factor'))}`);
  }
  // A partner without figures of its own: its passengers are counted in the report of the brand.
  for (const { brand = '', partner = '' } of ownTable('partners.csv')) {
    const known = entries.get(brand);
    if (known !== undefined && !entries.has(partner)) entries.set(partner, known);
  }
  return [...entries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([carrier, value]) => carrier + value)
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
    CARRIER_CARGO: carrierCargo(),
    NARROW_CARGO_BANDS: bandCargo('narrow'),
    WIDE_CARGO_BANDS: bandCargo('wide'),
  });
}

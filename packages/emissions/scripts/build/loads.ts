/** Packs load factors by carrier, and cargo mass fractions by distance. */
import type { SourceAirport } from './airports.ts';
import { packCargoBands } from './cargo-bands.ts';
import { numberOf, type Row, textOf } from './csv.ts';
import { digits, moduleText } from './pack.ts';
import { ownTable } from './sources.ts';

/** Thousandths as a whole number. */
const milli = (value: number): number => Math.round(value * 1000);

/**
 * Returns `publisher|what|period|confidence` of a row. General knowledge has no publisher here: the report of the
 * publisher in the table was not read.
 */
function sourceOf(row: Row): string {
  const isPublished = textOf(row, 'basis') === 'published';
  const publisher = isPublished ? textOf(row, 'publisher') : '';
  if (isPublished && publisher === '')
    throw new Error(`load-factors.csv: ${row.carrier} is published by nobody`);
  return [publisher, textOf(row, 'source'), textOf(row, 'period'), textOf(row, 'confidence')].join('|');
}

/** Text of a load factor with the digit of its source. */
function packed(row: Row, column: string, sources: readonly string[]): string {
  return `${milli(numberOf(row, column))}${digits(sources.indexOf(sourceOf(row)), 1)}`;
}

/**
 * Packs the entry of a carrier: inside the country, and a digit for the source; abroad, if it differs, and a digit for
 * its source if another body publishes it, in a row of its own.
 */
function entryOfCarrier(rows: readonly Row[], sources: readonly string[]): string {
  const [year, ...more] = rows;
  const [abroad] = more;
  if (year === undefined || more.length > 1 || (abroad && textOf(abroad, 'load_factor') !== ''))
    throw new Error(`load-factors.csv: ${year?.carrier} has more rows than one for the year and one abroad`);
  const inside = packed(year, 'load_factor', sources);
  if (abroad) return inside + packed(abroad, 'international', sources);
  return textOf(year, 'international') === ''
    ? inside
    : inside + String(milli(numberOf(year, 'international')));
}

/**
 * Packs the load factors that carriers or their authorities publish, thousandths, by carrier; and the list of sources.
 */
export function packLoadFactors(
  table: readonly Row[],
  partners: readonly Row[],
): Readonly<Record<'LOAD_FACTORS' | 'LOAD_SOURCES', string>> {
  // A value of low confidence is less reliable than the world's default.
  const rows = table.filter((row) => textOf(row, 'confidence') !== 'low');
  const sources = [...new Set(rows.map(sourceOf))].sort();
  const carriers = new Set(rows.map((row) => textOf(row, 'carrier')));
  const entries = new Map<string, string>();
  for (const carrier of carriers) {
    const own = rows.filter((row) => row.carrier === carrier);
    entries.set(carrier, entryOfCarrier(own, sources));
  }
  // A partner without its own figures: its passengers are counted in the report of the brand.
  for (const { brand = '', partner = '' } of partners) {
    const known = entries.get(brand);
    if (known !== undefined && !entries.has(partner)) entries.set(partner, known);
  }
  return {
    LOAD_FACTORS: [...entries]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([carrier, value]) => carrier + value)
      .join(' '),
    LOAD_SOURCES: sources.join(';'),
  };
}

/** Builds the module of load factors and cargo. */
export function loadsModule(airports: readonly SourceAirport[]): string {
  return moduleText('Load factors (thousandths), cargo mass fractions by distance (ten thousandths).', {
    ...packLoadFactors(ownTable('load-factors.csv'), ownTable('partners.csv')),
    NARROW_CARGO_BANDS: packCargoBands('narrow', airports),
    WIDE_CARGO_BANDS: packCargoBands('wide', airports),
  });
}

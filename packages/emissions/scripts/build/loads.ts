/** Packs load factors by carrier, and cargo mass fractions by distance. */
import type { SourceAirport } from './airports.ts';
import { packCargoBands } from './cargo-bands.ts';
import { numberOf, type Row, textOf } from './csv.ts';
import { digits, moduleText } from './pack.ts';
import { ownTable } from './sources.ts';

/** Thousandths as a whole number. */
const milli = (value: number): number => Math.round(value * 1000);

/** `publisher and what|period|g for general knowledge, else p|confidence` of a row. */
function sourceOf(row: Row): string {
  const basis = textOf(row, 'basis') === 'published' ? 'p' : 'g';
  return [textOf(row, 'source'), textOf(row, 'period'), basis, textOf(row, 'confidence')].join('|');
}

/**
 * Load factors that carriers or their authorities publish, thousandths: inside the country, one digit for the source,
 * abroad where it differs; and the list of sources.
 */
function loadFactors(): Readonly<Record<string, string>> {
  // A value of low confidence says less than the world's default.
  const rows = ownTable('load-factors.csv').filter((row) => textOf(row, 'confidence') !== 'low');
  const sources = [...new Set(rows.map(sourceOf))].sort();
  const entries = new Map<string, string>();
  for (const row of rows) {
    const abroad = textOf(row, 'international') === '' ? '' : String(milli(numberOf(row, 'international')));
    const source = digits(sources.indexOf(sourceOf(row)), 1);
    entries.set(textOf(row, 'carrier'), `${milli(numberOf(row, 'load_factor'))}${source}${abroad}`);
  }
  // A partner without figures of its own: its passengers are counted in the report of the brand.
  for (const { brand = '', partner = '' } of ownTable('partners.csv')) {
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

/** The module of load factors and cargo. */
export function loadsModule(airports: readonly SourceAirport[]): string {
  return moduleText('Load factors (thousandths), cargo mass fractions by distance (ten thousandths).', {
    ...loadFactors(),
    NARROW_CARGO_BANDS: packCargoBands('narrow', airports),
    WIDE_CARGO_BANDS: packCargoBands('wide', airports),
  });
}

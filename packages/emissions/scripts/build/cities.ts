/** Packs the names of cities: their airports, and one list of names per language in the same order. */
import type { SourceAirport } from './airports.ts';
import { textOf } from './csv.ts';
import { moduleText } from './pack.ts';
import { ownTable } from './sources.ts';

/**
 * Builds the module of cities; an empty name of another language is the same as in English. @throws Error if an airport
 * is unknown or named twice, or a name cannot be packed.
 */
export function citiesModule(airports: readonly SourceAirport[]): string {
  const rows = ownTable('cities.csv');
  const known = new Set(airports.map(({ iata }) => iata));
  for (const code of rows.flatMap((row) => textOf(row, 'airports').split(' '))) {
    if (!known.delete(code)) throw new Error(`cities.csv: airport ${code} is unknown or named twice`);
  }
  // Apart from the airports, each column is a language.
  const others = Object.keys(rows[0] ?? {}).filter((column) => column !== 'airports' && column !== 'en');
  const names = (language: string): string =>
    rows
      .map((row) => {
        const name = textOf(row, language);
        if (name.includes('|')) throw new Error(`cities.csv: ${name} holds the separator`);
        if (name === '' && language === 'en') throw new Error(`cities.csv: ${row.airports} has no name`);
        return name;
      })
      .join('|');
  return moduleText('Cities: their airports, and their names by language where they differ from English.', {
    CITY_AIRPORTS: rows.map((row) => textOf(row, 'airports')).join('|'),
    ...Object.fromEntries(
      ['en', ...others.toSorted()].map((language) => [`CITIES_${language.toUpperCase()}`, names(language)]),
    ),
  });
}

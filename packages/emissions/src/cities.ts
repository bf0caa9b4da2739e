/**
 * `@flight-offset/emissions/cities`: names of the cities that airports serve. It is a separate entry: estimates need no
 * names, and a page that shows only codes loads none.
 */
import type { Language } from '@flight-offset/core';
import {
  CITIES_AR,
  CITIES_DE,
  CITIES_EN,
  CITIES_ES,
  CITIES_FR,
  CITIES_HI,
  CITIES_JA,
  CITY_AIRPORTS,
} from './data/cities.ts';
import { CorruptDataError } from './tables/corrupt-data.ts';

/** Names in the order of the airports, `|` between them; an empty one is the same as in English. */
const NAMES: Readonly<Record<Language, string>> = {
  en: CITIES_EN,
  ar: CITIES_AR,
  de: CITIES_DE,
  es: CITIES_ES,
  fr: CITIES_FR,
  hi: CITIES_HI,
  ja: CITIES_JA,
};

/** Tables read so far, by language: the name by airport code. */
const tables = new Map<Language, ReadonlyMap<string, string>>();

/** Returns the language of a BCP 47 tag, if it has names; English if there is no tag or an invalid one. */
function languageOf(locale: string | undefined): Language | undefined {
  let language = 'en';
  try {
    language = new Intl.Locale(locale ?? language).language;
  } catch {
    // An invalid tag counts as none.
  }
  return Object.hasOwn(NAMES, language) ? (language as Language) : undefined;
}

function namesIn(language: Language): ReadonlyMap<string, string> {
  const read = tables.get(language);
  if (read) return read;
  const airports = CITY_AIRPORTS.split('|');
  const english = CITIES_EN.split('|');
  const names = NAMES[language].split('|');
  if (names.length !== airports.length || english.length !== airports.length)
    throw new CorruptDataError('cities', `${names.length} names, not ${airports.length}`);
  const table = new Map(
    airports.flatMap((codes, index) =>
      codes.split(' ').map((code) => [code, names[index] || english[index]!] as const),
    ),
  );
  tables.set(language, table);
  return table;
}

/**
 * Names the cities of airports for the travellers who read a page: a function for the option `policy.cities` of
 * `@flight-offset/server`. It names about 320 airports, those with the most passengers.
 *
 * @param airports IATA codes, in either case. Airports without a name are left out: their code is shown.
 * @param locale BCP 47 tag of the page; default English. A language without names gets none.
 * @returns Names by airport code in upper case.
 * @throws {CorruptDataError} If a table is incomplete.
 * @example
 * createOffsetHandler({ service, policy: { cities: cityNames } });
 * cityNames(['ZRH', 'SFO'], 'de-CH'); // { ZRH: 'Zürich', SFO: 'San Francisco' }
 */
export function cityNames(airports: readonly string[], locale?: string): Record<string, string> {
  const language = languageOf(locale);
  if (language === undefined) return {};
  const names = namesIn(language);
  return Object.fromEntries(
    airports.flatMap((airport) => {
      const code = airport.toUpperCase();
      const name = names.get(code);
      return name === undefined ? [] : [[code, name]];
    }),
  );
}

/** Languages in which travellers are addressed, BCP 47. Every text for travellers exists in each of them. */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'hi', 'ja'] as const;

/** A language in which travellers are addressed. */
export type Language = (typeof LANGUAGES)[number];

/** Language and formats of a traveller's page. */
export interface Locale {
  /** Language of its texts. */
  readonly language: Language;
  /** Tag by which its numbers, money and dates are formatted: `de`, `de-CH`. */
  readonly tag: string;
}

/**
 * Returns language and region of a BCP 47 tag, without its other parts; undefined if there are no texts in its
 * language.
 * @example
 * localeOf('de-Latn-CH'); // { language: 'de', tag: 'de-CH' }
 */
export function localeOf(tag: string): Locale | undefined {
  try {
    const { language, region } = new Intl.Locale(tag);
    const known = LANGUAGES.find((one) => one === language);
    return known && { language: known, tag: region === undefined ? known : `${known}-${region}` };
  } catch {
    return undefined;
  }
}

/**
 * Chooses the locale to respond in: the requested one, else the browser's most preferred one that has texts, else
 * English.
 * @param requested BCP 47 tag; ignored if it is invalid or has no texts in its language.
 * @param acceptLanguage the header of that name.
 * @example
 * chooseLocale(null, 'nl, fr;q=0.8').tag; // 'fr'
 */
export function chooseLocale(
  requested: string | null | undefined,
  acceptLanguage: string | null | undefined,
): Locale {
  for (const tag of [requested ?? '', ...acceptedTags(acceptLanguage ?? '')]) {
    const locale = localeOf(tag);
    if (locale) return locale;
  }
  return { language: 'en', tag: 'en' };
}

/** The tags of an `Accept-Language` header, best first (RFC 9110, 12.5.4). */
function acceptedTags(header: string): string[] {
  return header
    .slice(0, 1000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((one) => one.trim());
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/**
 * Returns the direction in which a language is written.
 * @example
 * directionOf('ar'); // 'rtl'
 */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/**
 * Returns the name of a language in that language: `Deutsch`.
 * @example
 * nameOfLanguage('de'); // 'Deutsch'
 */
export function nameOfLanguage(language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}

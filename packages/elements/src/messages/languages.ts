import type { Language as TravellerLanguage } from '@flight-offset/core';

/** Languages that have texts, those of core: the first is built in, the others are fetched when they are first needed. */
export const LANGUAGES: readonly TravellerLanguage[] = ['en', 'ar', 'de', 'es', 'fr', 'hi', 'ja'];

/** Languages other than English. */
export type Language = Exclude<TravellerLanguage, 'en'>;

/** Returns the language of a BCP 47 tag, which chooses its texts. */
export const languageOf = (tag: string): string => tag.split('-')[0]!;

/** Functions that fetch the texts of each language when they are first needed. */
export type LazyTexts<M> = { readonly [L in Language]: () => Promise<{ readonly default: M }> };

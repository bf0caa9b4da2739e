/** Languages that have texts: the first is built in, the others are fetched when they are first needed. */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'hi', 'ja'] as const;

/** Languages that have texts of their own, besides English. */
export type Language = Exclude<(typeof LANGUAGES)[number], 'en'>;

/** The language of a BCP 47 tag, which chooses its texts. */
export const languageOf = (tag: string): string => tag.split('-')[0]!;

/** How the texts of each language are fetched when they are first needed. */
export type LazyTexts<M> = { readonly [L in Language]: () => Promise<{ readonly default: M }> };

/** Languages that have texts of their own, besides English. */
export type Language = 'ar' | 'de' | 'es' | 'fr' | 'hi' | 'ja';

/** Tags of languages that have texts; those of English are built in. */
export const LANGUAGES: RegExp = /^(en|ar|de|es|fr|hi|ja)\b/;

/** How the texts of each language are fetched when they are first needed. */
export type LazyTexts<M> = { readonly [L in Language]: () => Promise<{ readonly default: M }> };

/** Languages that have texts of their own, besides English. */
export type Language = 'de' | 'fr' | 'es' | 'hi' | 'ar' | 'ja';

/** How the texts of each language are fetched when they are first needed. */
export type LazyTexts<M> = { readonly [L in Language]?: () => Promise<M> };

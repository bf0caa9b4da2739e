import type { Product } from '@flight-offset/core';
import { LANGUAGES, type Language, type Messages } from './messages.ts';

/** The messages of a language for what an order buys: certificates of fuel are never called credits. */
export function wordsFor({ product }: { readonly product: Product }, language: Language): Messages {
  const messages = LANGUAGES[language];
  return product === 'aviation_fuel' ? { ...messages, ...messages.fuel } : messages;
}

import type { Locale, Product } from '@flight-offset/core';
import type { Messages } from './messages/messages.ts';
import { textsFor } from './messages/texts.ts';

/** Returns the messages of a locale for an order's product: certificates of fuel are never called credits. */
export function wordsFor({ product }: { readonly product: Product }, locale: Locale): Messages {
  const messages = textsFor(locale);
  return product === 'aviation_fuel' ? { ...messages, ...messages.fuel } : messages;
}

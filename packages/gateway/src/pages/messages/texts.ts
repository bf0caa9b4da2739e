import type { Language, Locale } from '@flight-offset/core';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { ja } from './ja.ts';
import type { Messages } from './messages.ts';

/** The texts of the pages for travellers, by language. */
export const TEXTS: Readonly<Record<Language, Messages>> = { en, ar, de, es, fr, hi, ja };

/** Returns the texts in the language of a locale. */
export function textsFor({ language }: Locale): Messages {
  return TEXTS[language];
}

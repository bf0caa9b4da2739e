import type { Language } from '@flight-offset/core';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { ja } from './ja.ts';
import type { LaterMessages } from './messages.ts';

/** The texts of the page of a link to contribute later, by language. */
export const LATER_TEXTS: Readonly<Record<Language, LaterMessages>> = { en, ar, de, es, fr, hi, ja };

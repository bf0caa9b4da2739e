import type { LazyTexts } from '../languages.ts';
import type { BackOfficeMessages } from './back-office-messages.ts';

/** Texts of the back office in other languages; a bundler makes a file of each. */
export const backOfficeTexts: LazyTexts<BackOfficeMessages> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  hi: () => import('./hi.ts'),
  ja: () => import('./ja.ts'),
};

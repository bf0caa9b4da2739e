import type { LazyTexts } from '../languages.ts';
import type { StatusMessages } from './status-messages.ts';

/** Texts of the status in other languages; a bundler makes a file of each. */
export const statusTexts: LazyTexts<StatusMessages> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  hi: () => import('./hi.ts'),
  ja: () => import('./ja.ts'),
};

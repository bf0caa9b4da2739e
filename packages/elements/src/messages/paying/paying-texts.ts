import type { LazyTexts } from '../languages.ts';
import type { PayingMessages } from './paying-messages.ts';

/** Where the texts that come with the tick are in other languages; a bundler makes a file of each. */
export const payingTexts: LazyTexts<PayingMessages> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  hi: () => import('./hi.ts'),
  ja: () => import('./ja.ts'),
};

import type { LazyTexts } from '../languages.ts';
import type { CheckoutMessages } from './checkout-messages.ts';

/** Texts that come with the tick in other languages; a bundler makes a file of each. */
export const checkoutTexts: LazyTexts<CheckoutMessages> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  hi: () => import('./hi.ts'),
  ja: () => import('./ja.ts'),
};

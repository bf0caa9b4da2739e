import type { LazyTexts } from '../languages.ts';
import type { MethodMessages } from './method-messages.ts';

/** Messages of the details, English included: most travellers never open them. */
export const methodTexts: LazyTexts<MethodMessages> & {
  readonly en: () => Promise<{ readonly default: MethodMessages }>;
} = {
  en: () => import('./en.ts'),
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  hi: () => import('./hi.ts'),
  ja: () => import('./ja.ts'),
};

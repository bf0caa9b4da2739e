import type { LazyTexts } from '../languages.ts';
import type { WidgetMessages } from './widget-messages.ts';

/** Texts of the widget in other languages; a bundler makes a file of each. */
export const widgetTexts: LazyTexts<WidgetMessages> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  hi: () => import('./hi.ts'),
  ja: () => import('./ja.ts'),
};

import type { BackOfficeMessages } from './back-office/back-office-messages.ts';
import { backOfficeTexts } from './back-office/back-office-texts.ts';
import type { CheckoutMessages } from './checkout/checkout-messages.ts';
import { checkoutTexts } from './checkout/checkout-texts.ts';
import type { Language, LazyTexts } from './languages.ts';
import type { StatusMessages } from './status/status-messages.ts';
import { statusTexts } from './status/status-texts.ts';
import type { WidgetMessages } from './widget/widget-messages.ts';
import { widgetTexts } from './widget/widget-texts.ts';

/** Texts of each set, by language. */
export const texts: {
  readonly widget: LazyTexts<WidgetMessages>;
  readonly checkout: LazyTexts<CheckoutMessages>;
  readonly status: LazyTexts<StatusMessages>;
  readonly 'back-office': LazyTexts<BackOfficeMessages>;
} = { widget: widgetTexts, checkout: checkoutTexts, status: statusTexts, 'back-office': backOfficeTexts };

/** Name of a set of texts. */
export type TextSet = keyof typeof texts;

/** Fetches the texts of one set in one language. */
export const textsIn = async (set: TextSet, language: Language): Promise<object> =>
  (await texts[set][language]()).default;

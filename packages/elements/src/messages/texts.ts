import type { LazyTexts } from './languages.ts';
import type { OfficeMessages } from './office/office-messages.ts';
import { officeTexts } from './office/office-texts.ts';
import type { PayingMessages } from './paying/paying-messages.ts';
import { payingTexts } from './paying/paying-texts.ts';
import type { StatusMessages } from './status/status-messages.ts';
import { statusTexts } from './status/status-texts.ts';
import type { WidgetMessages } from './widget/widget-messages.ts';
import { widgetTexts } from './widget/widget-texts.ts';

/** Where the texts of each set are, by language. */
export const texts: {
  readonly widget: LazyTexts<WidgetMessages>;
  readonly paying: LazyTexts<PayingMessages>;
  readonly status: LazyTexts<StatusMessages>;
  readonly office: LazyTexts<OfficeMessages>;
} = { widget: widgetTexts, paying: payingTexts, status: statusTexts, office: officeTexts };

/** Name of a set of texts. */
export type TextSet = keyof typeof texts;

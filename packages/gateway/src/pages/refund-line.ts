import type { Locale } from '@flight-offset/core';
import { formatDate, formatMoney } from './format.ts';
import { fill } from './messages/fill.ts';
import { textsFor } from './messages/texts.ts';
import type { OrderView, RefundTotal } from './order-view.ts';

/** What the page shows about refunds, most urgent first; undefined where there are none. */
export function refundLine({ refunds }: OrderView, locale: Locale): string | undefined {
  return refunds.length > 0 ? refunds.map((refund) => refundText(refund, locale)).join(' ') : undefined;
}

function refundText({ money, doneAt }: RefundTotal, locale: Locale): string {
  const m = textsFor(locale);
  const amount = formatMoney(money, locale);
  return doneAt === undefined
    ? fill(m.refundDue, { amount })
    : fill(m.refunded, { amount, date: formatDate(doneAt, locale) });
}

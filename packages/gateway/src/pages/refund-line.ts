import type { Locale } from '@flight-offset/core';
import { formatDayOf, formatMoney } from './format.ts';
import { fill } from './messages/fill.ts';
import { textsFor } from './messages/texts.ts';
import type { OrderView, RefundTotal } from './order-view.ts';
import { signOf } from './punctuation.ts';

/** Writes what the page shows about refunds, most urgent first; undefined if there are none. */
export function refundLine(view: OrderView, locale: Locale): string | undefined {
  const { refunds } = view;
  if (refunds.length === 0) return undefined;
  return refunds.map((refund) => refundText(refund, view, locale)).join(signOf('space', locale));
}

function refundText(
  { money, byMerchant, doneAt }: RefundTotal,
  { merchant }: OrderView,
  locale: Locale,
): string {
  const m = textsFor(locale);
  const amount = formatMoney(money, locale);
  if (doneAt === undefined) return fill(m.refundDue, { amount });
  return fill(byMerchant ? m.refundedByMerchant : m.refunded, {
    amount,
    date: formatDayOf(doneAt, locale),
    merchant: merchant.name,
  });
}

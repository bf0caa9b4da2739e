import type { Locale, TaxSplit } from '@flight-offset/core';
import { retirementStateOf } from '../retirements/credits-of.ts';
import { formatDate, formatDayOf, formatMass, formatMoney, formatPercent } from './format.ts';
import { fill } from './messages/fill.ts';
import { textsFor } from './messages/texts.ts';
import { gramsHeld, isReturned, type OrderView } from './order-view.ts';
import { partLines } from './part-lines.ts';
import { wordsFor } from './product-words.ts';
import { isolated, signOf } from './punctuation.ts';
import type { ViewLine } from './view-line.ts';

const CREDITS = {
  allocated: 'creditsAllocated',
  partly_retired: 'creditsPartlyRetired',
  retired: 'creditsRetired',
} as const;

function creditsLabel(view: OrderView): 'creditsReturned' | (typeof CREDITS)[keyof typeof CREDITS] {
  return isReturned(view) ? 'creditsReturned' : CREDITS[retirementStateOf(view.credits)];
}

/** Returns lines for the retirements at a registry that cover the credits, each with its serial numbers. */
function retirementLines({ credits }: OrderView, locale: Locale): ViewLine[] {
  const m = textsFor(locale);
  return credits
    .flatMap(({ retirements }) => retirements)
    .map(({ tonnes, retiredOn, url, serials }) => ({
      label: m.registryRetirement,
      value: formatDate(Date.parse(retiredOn), locale),
      note: [formatMass(tonnes * 1e6, locale), isolated(serials.join(', '))].join(signOf('colon', locale)),
      link: url,
    }));
}

/** Returns the lines of the table of an order's details: the page and the PDF receipt print the same. */
export function viewLines(view: OrderView, locale: Locale): ViewLine[] {
  const { order } = view;
  const m = wordsFor(order, locale);
  const done = order.status === 'completed';
  const credits: ViewLine = {
    label: done ? m[creditsLabel(view)] : m.creditsToBuy,
    value: formatMass(done ? gramsHeld(view) || order.grams : order.grams, locale),
    note: m.creditsNote,
  };
  const { currency, minor_per_tonne, amount_minor } = order;
  const perTonne = formatMoney({ currency, amount_minor: minor_per_tonne }, locale);
  const amount = formatMoney({ currency, amount_minor }, locale);
  return [
    credits,
    ...partLines(view, locale),
    ...retirementLines(view, locale),
    ...(done ? [...settlementLines(view, locale), ...emissionsLines(view, locale)] : []),
    { label: m.pricePerTonne, value: perTonne },
    ...taxLines(view, locale),
    { label: done ? m.paid : m.toPay, value: amount, total: true },
  ];
}

/** Returns lines for the payment of a completed order, and for its refunds. */
function settlementLines({ order, transactionId, refunds }: OrderView, locale: Locale): ViewLine[] {
  const m = wordsFor(order, locale);
  const lines: ViewLine[] = [];
  if (transactionId) lines.push({ label: m.transaction, value: '', note: transactionId });
  if (order.settled_at !== null)
    lines.push({ label: m.paidOn, value: formatDayOf(order.settled_at, locale) });
  for (const { ofOrder, doneAt } of refunds) {
    // Money paid above the price is not part of the total.
    if (doneAt === undefined || ofOrder === 0) continue;
    lines.push({
      label: m.refundedAmount,
      value: formatMoney({ currency: order.currency, amount_minor: ofOrder }, locale),
      note: formatDayOf(doneAt, locale),
    });
  }
  return lines;
}

/** Returns lines for the sources of the emissions that an order covers. */
function emissionsLines({ order, publishers }: OrderView, locale: Locale): ViewLine[] {
  const m = wordsFor(order, locale);
  const lines: ViewLine[] = [];
  if (order.emissions_model) {
    const note = fill(m.emissionsModelNote, { version: order.emissions_model });
    lines.push({ label: m.emissionsModel, value: '', note });
  }
  if (publishers.length > 0) {
    const note = publishers.map(isolated).join(signOf('semicolon', locale));
    lines.push({ label: m.emissionPublishers, value: '', note });
  }
  return lines;
}

/** Returns lines for net amount and tax, if the merchant's prices include tax. */
function taxLines({ order }: OrderView, locale: Locale): ViewLine[] {
  if (order.tax === null) return [];
  const split = JSON.parse(order.tax) as TaxSplit;
  const m = textsFor(locale);
  const money = (amount_minor: number) => formatMoney({ currency: order.currency, amount_minor }, locale);
  const seller = split.seller_id === undefined ? {} : { note: fill(m.sellerId, { id: split.seller_id }) };
  return [
    { label: m.netAmount, value: money(split.net_minor) },
    {
      label: `${isolated(split.label)} ${formatPercent(split.rate, locale)}`,
      value: money(split.tax_minor),
      ...seller,
    },
  ];
}

import type { Money, TaxSplit } from '@flight-offset/core';
import { isPastHold } from '../orders/hold.ts';
import { type OrderCredits, stateOf } from '../retirements/credits-of.ts';
import type { MerchantRow, OrderRow } from '../store/schema.ts';
import { formatDate, formatMass, formatMoney, shortId } from './format.ts';
import { fill, LANGUAGES, type Language } from './messages.ts';
import { type Html, html } from './page.ts';
import { partLines, type ViewPart } from './part-lines.ts';
import { wordsFor } from './product-words.ts';

/** An order with all that a page or a receipt says of it. */
export interface OrderView {
  readonly order: OrderRow;
  readonly merchant: MerchantRow;
  /** The projects behind it, the largest part first. */
  readonly parts: readonly ViewPart[];
  /** Name of the portfolio the payer chose. */
  readonly portfolio: string | undefined;
  /** The credits allocated to it, project by project; empty until it is paid. */
  readonly credits: readonly OrderCredits[];
  readonly transactionId: string | undefined;
  /** Money that is being refunded, then what was: totals per currency. */
  readonly refunds: readonly RefundTotal[];
}

/** Money that goes back to the payer, whether it paid for the order or came too late, twice or in excess. */
export interface RefundTotal {
  readonly money: Money;
  /** When the last of it was refunded, milliseconds since 1970; undefined while it is pending. */
  readonly doneAt: number | undefined;
}

/**
 * An order as it is to be shown at a moment: one past its time is expired, though it is still to be settled. Reading
 * settles nothing; the background work does.
 */
export function asOf(view: OrderView, at: number): OrderView {
  const { order } = view;
  if (!isPastHold(order, at)) return view;
  const expired = { status: 'failed', payment_status: 'failed', settled_at: order.expires_at } as const;
  return { ...view, order: { ...order, ...expired } };
}

/** One line of the table of what is bought. */
export interface ViewLine {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
  readonly link?: string;
  readonly total?: boolean;
}

/** What the page shows about refunds, most urgent first; undefined where there are none. */
export function refundLine({ refunds }: OrderView, language: Language): string | undefined {
  const [refund] = refunds;
  return refund && refundText(refund, language);
}

function refundText({ money, doneAt }: RefundTotal, language: Language): string {
  const m = LANGUAGES[language];
  const amount = formatMoney(money, language);
  return doneAt === undefined
    ? fill(m.refundDue, { amount })
    : fill(m.refunded, { amount, date: formatDate(doneAt, language) });
}

/** For whom the order is, in words. */
export function orderLine({ order }: OrderView, language: Language): string {
  const m = LANGUAGES[language];
  const values = { order: shortId(order.id), name: order.user_name ?? '' };
  return fill(order.user_name ? m.orderFor : m.order, values);
}

const CREDITS = {
  allocated: 'creditsAllocated',
  partly_retired: 'creditsPartlyRetired',
  retired: 'creditsRetired',
} as const;

/** Grams that a paid order holds: what was ordered, without what returned to stock with a refund. */
function gramsHeld({ credits }: OrderView): number {
  return credits.reduce((sum, { grams }) => sum + grams, 0);
}

/** Whether all credits of a paid order returned to stock with its refund. */
export function isReturned(view: OrderView): boolean {
  return view.order.grams > 0 && gramsHeld(view) === 0;
}

function creditsLabel(view: OrderView): 'creditsReturned' | (typeof CREDITS)[keyof typeof CREDITS] {
  return isReturned(view) ? 'creditsReturned' : CREDITS[stateOf(view.credits)];
}

/** The retirements at a registry that cover the credits, each with its serial numbers. */
function retirementLines({ credits }: OrderView, language: Language): ViewLine[] {
  const m = LANGUAGES[language];
  return credits
    .flatMap(({ retirements }) => retirements)
    .map(({ tonnes, retiredOn, url, serials }) => ({
      label: m.registryRetirement,
      value: formatDate(Date.parse(retiredOn), language),
      note: `${formatMass(tonnes * 1e6, language)}: ${serials.join(', ')}`,
      link: url,
    }));
}

/** The table of what is bought, as lines: the page and the PDF receipt print the same. */
export function viewLines(view: OrderView, language: Language): ViewLine[] {
  const { order } = view;
  const m = wordsFor(order, language);
  const done = order.status === 'completed';
  const lines: ViewLine[] = [
    {
      label: done ? m[creditsLabel(view)] : m.creditsToBuy,
      value: formatMass(done ? gramsHeld(view) || order.grams : order.grams, language),
      note: m.creditsNote,
    },
  ];
  lines.push(...partLines(view, language));
  lines.push(...retirementLines(view, language));
  if (done && view.transactionId) lines.push({ label: m.transaction, value: '', note: view.transactionId });
  if (done && order.settled_at !== null) {
    lines.push({ label: m.paidOn, value: formatDate(order.settled_at, language) });
  }
  for (const { money, doneAt } of done ? view.refunds : []) {
    if (doneAt === undefined) continue;
    lines.push({
      label: m.refundedAmount,
      value: formatMoney(money, language),
      note: formatDate(doneAt, language),
    });
  }
  if (done && order.emissions_model) {
    const note = fill(m.emissionsModelNote, { version: order.emissions_model });
    lines.push({ label: m.emissionsModel, value: '', note });
  }
  const { currency, minor_per_tonne, amount_minor } = order;
  const perTonne = formatMoney({ currency, amount_minor: minor_per_tonne }, language);
  lines.push({ label: m.pricePerTonne, value: perTonne });
  lines.push(...taxLines(view, language));
  const amount = formatMoney({ currency, amount_minor }, language);
  lines.push({ label: done ? m.paid : m.toPay, value: amount, total: true });
  return lines;
}

/** Net amount and tax, where the merchant's prices hold one. */
function taxLines({ order }: OrderView, language: Language): ViewLine[] {
  if (order.tax === null) return [];
  const split = JSON.parse(order.tax) as TaxSplit;
  const m = LANGUAGES[language];
  const money = (amount_minor: number) => formatMoney({ currency: order.currency, amount_minor }, language);
  const seller = split.seller_id === undefined ? {} : { note: fill(m.sellerId, { id: split.seller_id }) };
  return [
    { label: m.netAmount, value: money(split.net_minor) },
    { label: `${split.label} ${split.rate} %`, value: money(split.tax_minor), ...seller },
  ];
}

/** The table of what is bought. */
export function orderTable(view: OrderView, language: Language): Html | Promise<Html> {
  const lines = viewLines(view, language).map(({ label, value, note, link, total }) => {
    const text = link ? html`<a href="${link}" rel="noreferrer">${note}</a>` : note;
    return html`<div class="${total ? 'total' : 'line'}"><dt>${label}</dt>${value === '' ? '' : html`<dd>${value}</dd>`}${note === undefined ? '' : html`<dd class="detail">${text}</dd>`}</div>`;
  });
  return html`<dl>${lines}</dl>`;
}

import type { Locale } from '@flight-offset/core';
import type { ExternalProvider } from '../config-schema.ts';
import { formatMoment, formatMoney, formatSpan } from '../pages/format.ts';
import { withdrawalLink } from '../pages/legal-pages.ts';
import { fill } from '../pages/messages/fill.ts';
import type { Messages } from '../pages/messages/messages.ts';
import { textsFor } from '../pages/messages/texts.ts';
import { orderTable } from '../pages/order-table.ts';
import { hasFullRefund, isReturned, type OrderView } from '../pages/order-view.ts';
import { type Html, html } from '../pages/page.ts';
import { wordsFor } from '../pages/product-words.ts';
import { signOf } from '../pages/punctuation.ts';
import { refundLine } from '../pages/refund-line.ts';
import { TEST_CARDS } from '../providers/sandbox.ts';
import { retirementStateOf } from '../retirements/credits-of.ts';

/** Why a payment was not begun, or got no more time; the payer may try again. */
export type PaymentProblem = 'card' | 'declined' | 'provider' | 'time';

const PROBLEMS = {
  card: 'cardProblem',
  declined: 'cardDeclined',
  provider: 'providerProblem',
  time: 'noMoreTime',
} as const satisfies Record<PaymentProblem, keyof Messages>;

/** Content of the payment page. */
export interface PaymentPageOptions {
  readonly view: OrderView;
  readonly locale: Locale;
  /** Name of the provider; `sandbox` shows its test cards, `none` that nothing is paid here. */
  readonly provider: string;
  /** URL to which the form is sent. */
  readonly action: string;
  readonly back: URL | undefined;
  readonly problem?: PaymentProblem;
  /** Path of the receipts of a paid order, without file extension. */
  readonly receiptPath: string;
  readonly keysUrl: string;
  readonly sandbox: boolean;
  /** Whether the provider may still report a payment: the payer comes from there, or the pending order has expired. */
  readonly waiting: boolean;
  /** The time, milliseconds since 1970. */
  readonly now: number;
  /** Whether the payer may request more time. */
  readonly canExtendHold: boolean;
  /** Whether the payer has just requested more time: then the focus is on how much there is. */
  readonly isHoldJustExtended?: boolean;
}

/** Whether a failed order was not paid in time. */
function isExpired({ order }: OrderView): boolean {
  return (order.settled_at ?? 0) >= order.expires_at;
}

/** Names of the providers that have a payment page, as payers know them. */
const NAMES: Readonly<Record<string, string>> = { stripe: 'Stripe', razorpay: 'Razorpay' } satisfies Record<
  ExternalProvider,
  string
>;

function testCards(options: PaymentPageOptions): Html | Promise<Html> {
  const m = textsFor(options.locale);
  return html`<fieldset>
<legend>${m.card}</legend>
<label><input type="radio" name="card" value="${TEST_CARDS.accepted}" checked> ${m.cardAccepted}</label>
<label><input type="radio" name="card" value="${TEST_CARDS.refused}"> ${m.cardRefused}</label>
</fieldset>`;
}

function problemNote({ problem, locale }: PaymentPageOptions): Html | Promise<Html> | string {
  if (!problem) return '';
  return html`<p class="problem" role="alert" tabindex="-1" autofocus>${textsFor(locale)[PROBLEMS[problem]]}</p>`;
}

/** Until when the order can be paid, and a button for those who need longer. */
function timeLeft(options: PaymentPageOptions): Html | Promise<Html> {
  const { view, locale, action, now, isHoldJustExtended, problem } = options;
  const { expires_at: end } = view.order;
  const m = textsFor(locale);
  const text = fill(m.payUntil, {
    left: formatSpan(end - now, locale),
    time: formatMoment(end, locale),
  });
  const focus = isHoldJustExtended && !problem ? html` tabindex="-1" autofocus` : '';
  const button = options.canExtendHold
    ? html`<button class="inline" type="submit" name="action" value="more-time">${m.moreTime}</button>`
    : '';
  return html`<form class="time" method="post" action="${action}"><p${focus}>${text}</p>${button}</form>
${problem === 'time' ? problemNote(options) : ''}`;
}

function payForm(options: PaymentPageOptions): Html | Promise<Html> {
  const { view, locale, action, back, provider } = options;
  const m = textsFor(locale);
  const cancel = back ? fill(m.cancelAndReturn, { merchant: view.merchant.name }) : m.cancel;
  const means =
    provider === 'sandbox'
      ? testCards(options)
      : html`<p class="note">${fill(m.payAt, { provider: NAMES[provider] ?? provider })}</p>`;
  const problem = options.problem === 'time' ? '' : problemNote(options);
  const pay =
    provider === 'none'
      ? html`<p class="note">${m.paidWithBooking}</p>`
      : html`${timeLeft(options)}
<form method="post" action="${action}">
${means}${problem}
<button class="main" type="submit" name="action" value="pay">${fill(m.payButton, { amount: formatMoney(view.order, locale) })}</button>
</form>`;
  return html`${pay}
<form method="post" action="${action}">
<button class="quiet" type="submit" name="action" value="cancel">${cancel}</button>
</form>`;
}

function returnLink({ view, locale, back }: PaymentPageOptions): Html | Promise<Html> | string {
  if (!back) return '';
  const text = fill(textsFor(locale).returnTo, { merchant: view.merchant.name });
  return html`<a class="button main" href="${back.href}">${text}</a>`;
}

function withdrawalButton({ view, locale }: PaymentPageOptions): Html | Promise<Html> | string {
  const link = withdrawalLink(view, locale);
  if (!link) return '';
  return html`<a class="button withdraw" href="${link.url}">${link.text}</a>`;
}

function receiptLinks({ view, locale, receiptPath, keysUrl }: PaymentPageOptions): Html | Promise<Html> {
  const m = wordsFor(view.order, locale);
  return html`<ul class="links">
<li><a href="${receiptPath}.pdf?lang=${locale.tag}">${m.receiptPdf}</a></li>
<li><a href="${receiptPath}.jws">${m.receiptSigned}</a></li>
<li><a href="/retirements?lang=${locale.tag}">${m.receiptProof}</a></li>
</ul>
<div class="note"><p>${fill(m.receiptCheck, { address: keysUrl })}</p><p>${m.notACancellation}</p></div>`;
}

const COMPLETED = {
  allocated: 'completedAllocated',
  partly_retired: 'completedPartlyRetired',
  retired: 'completedRetired',
} as const;

function completedPage(options: PaymentPageOptions): Html | Promise<Html> {
  const { view, locale } = options;
  const m = wordsFor(view.order, locale);
  const state = retirementStateOf(view.credits);
  const text = isReturned(view) ? m.completedReturned : m[COMPLETED[state]];
  // Allocated credits of a refunded payment are about to return to stock: no retirement is promised.
  const isLeaving = !isReturned(view) && state === 'allocated' && hasFullRefund(view);
  // An order of 0 kg has no credits.
  const credits = view.order.grams > 0 && !isLeaving ? html`<p>${text}</p>` : '';
  return html`${credits}${refundNote(options)}${sandboxNote(options)}${orderTable(view, locale)}${returnLink(options)}${withdrawalButton(options)}${receiptLinks(options)}`;
}

function failedPage(options: PaymentPageOptions): Html | Promise<Html> {
  const { view, locale } = options;
  const m = wordsFor(view.order, locale);
  // Money that came too late was charged, and is refunded.
  const what = refundLine(view, locale) ?? m.failedNote;
  return html`<p>${what}${signOf('space', locale)}${m.bookingNote}</p>${sandboxNote(options)}${returnLink(options)}`;
}

function waitingPage(options: PaymentPageOptions): Html | Promise<Html> {
  const { view, locale, action } = options;
  const m = textsFor(locale);
  return html`<p>${m.waitingNote}</p>${sandboxNote(options)}${orderTable(view, locale)}<a class="button quiet" href="${action}">${m.checkAgain}</a>${returnLink(options)}${notACancellationNote(options)}`;
}

function refundNote({ view, locale }: PaymentPageOptions): Html | Promise<Html> | string {
  const text = refundLine(view, locale);
  return text === undefined ? '' : html`<p>${text}</p>`;
}

function sandboxNote({ sandbox, locale }: PaymentPageOptions): Html | Promise<Html> | string {
  return sandbox ? html`<p class="sandbox">${textsFor(locale).sandboxNote}</p>` : '';
}

function notACancellationNote({ view, locale }: PaymentPageOptions): Html | Promise<Html> {
  return html`<div class="note"><p>${wordsFor(view.order, locale).notACancellation}</p></div>`;
}

/** Returns the content under the heading of a payment page, by the state of the order. */
export function paymentPage(options: PaymentPageOptions): Html | Promise<Html> {
  const { view, locale } = options;
  if (view.order.status === 'completed') return completedPage(options);
  if (view.order.status === 'failed') return failedPage(options);
  if (options.waiting) return waitingPage(options);
  return html`${refundNote(options)}${sandboxNote(options)}${orderTable(view, locale)}${payForm(options)}${notACancellationNote(options)}`;
}

/** Returns the heading of a payment page, by the state of the order. */
export function paymentTitle(view: OrderView, locale: Locale, waiting: boolean): string {
  const m = textsFor(locale);
  if (view.order.status === 'completed') {
    if (!isReturned(view) && !hasFullRefund(view))
      return view.order.amount_minor > 0 ? m.completed : m.completedFree;
    return view.refunds.some(({ doneAt }) => doneAt === undefined) ? m.refundingTitle : m.refundedTitle;
  }
  if (view.order.status === 'failed') return isExpired(view) ? m.expired : m.failed;
  return waiting ? m.waiting : m.title;
}

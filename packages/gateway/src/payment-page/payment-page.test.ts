import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TEXTS } from '../pages/messages/texts.ts';
import type { OrderView, RefundTotal } from '../pages/order-view.ts';
import { refundLine } from '../pages/refund-line.ts';
import { receipt } from '../testing/receipt.ts';
import { type PaymentPageOptions, paymentPage, paymentTitle } from './payment-page.ts';

const { completed, completedFree, refundingTitle, refundedTitle } = TEXTS.en;

/**
 * The heading of a paid order of 100 INR of which these paise were refunded, or are being refunded. It still holds its
 * credits.
 */
function titleOf(refunded_minor: number, refund_pending_minor: number): string {
  const total = (amount_minor: number, doneAt?: number): RefundTotal[] =>
    amount_minor > 0
      ? [{ money: { currency: 'INR', amount_minor }, ofOrder: amount_minor, byMerchant: false, doneAt }]
      : [];
  const view = {
    order: { status: 'completed', grams: 1000, amount_minor: 10_000 },
    credits: [{ grams: 1000 }],
    refunds: [...total(refund_pending_minor), ...total(refunded_minor, 1)],
  };
  return paymentTitle(view as unknown as OrderView, { language: 'en', tag: 'en' }, false);
}

it('the heading thanks for a payment until a refund of all of it is requested', () => {
  assert.equal(titleOf(0, 0), completed);
  assert.equal(titleOf(0, 4000), completed);
  assert.equal(titleOf(4000, 5999), completed);
  assert.equal(titleOf(0, 10_000), refundingTitle);
  assert.equal(titleOf(4000, 6000), refundingTitle);
  assert.equal(titleOf(10_000, 0), refundedTitle);
});

it('the heading of an order that cost nothing states that it is complete, and thanks for no payment', () => {
  for (const grams of [0, 1000]) {
    const order = { status: 'completed', grams, amount_minor: 0 };
    const view = { order, credits: [{ grams }], refunds: [] } as unknown as OrderView;
    assert.equal(paymentTitle(view, { language: 'en', tag: 'en' }, false), completedFree);
  }
});

const { en } = TEXTS;
const { view: paidView, locale } = receipt('1');

const NOW = Date.UTC(2026, 10, 30, 22, 50);

/** The page of an order in the sandbox whose payer may return. */
async function shown(
  order: Partial<OrderView['order']>,
  more: Partial<Omit<OrderView, 'order'>> = {},
  waiting = false,
  also: Partial<PaymentPageOptions> = {},
): Promise<{ title: string; text: string }> {
  const view: OrderView = { ...paidView, ...more, order: { ...paidView.order, ...order } };
  const options: PaymentPageOptions = {
    view,
    locale,
    provider: 'sandbox',
    action: '/pay/t',
    back: new URL('https://air.example/back'),
    receiptPath: '/pay/t/receipt',
    keysUrl: 'https://pay.example/keys',
    sandbox: true,
    waiting,
    now: NOW,
    canExtendHold: true,
    ...also,
  };
  return { title: paymentTitle(view, locale, waiting), text: String(await paymentPage(options)) };
}

const LEFT: RefundTotal = {
  money: { currency: 'INR', amount_minor: 500 },
  ofOrder: 0,
  byMerchant: false,
  doneAt: undefined,
};
it('in Japanese, sentences that the page joins have no space between them', async () => {
  const { view } = receipt('1');
  const ja = { language: 'ja', tag: 'ja' } as const;
  const failed = { ...view, order: { ...view.order, status: 'failed' as const } };
  const options = {
    view: failed,
    locale: ja,
    provider: 'sandbox',
    action: '',
    back: undefined,
    receiptPath: '',
  };
  const text = String(
    await paymentPage({
      ...options,
      keysUrl: '',
      sandbox: false,
      waiting: false,
      now: 0,
      canExtendHold: true,
    }),
  );
  assert.ok(text.includes(TEXTS.ja.failedNote + TEXTS.ja.bookingNote));
  assert.doesNotMatch(refundLine({ ...view, refunds: [LEFT, LEFT] }, ja) ?? '。 ', /。 /);
});

/** An order created just now that can be paid for some minutes. */
const unpaid = (minutes: number) =>
  ({ status: 'pending', created_at: NOW, expires_at: NOW + minutes * 60_000 }) as const;
const credit = (batch: string | null) => ({ grams: 1, batch, retirements: [] });
const credits = (...batches: (string | null)[]) => batches.map(credit) as unknown as OrderView['credits'];
const wayBack = '<a class="button main" href="https://air.example/back">Return to Example Air</a>';
const table = en.pricePerTonne;
const cases: [
  name: string,
  page: () => ReturnType<typeof shown>,
  title: string,
  has: string[],
  lacks: string[],
][] = [
  [
    'to be paid',
    () => shown({ status: 'pending' }, { refunds: [LEFT] }),
    en.title,
    [
      'Cancel and return to Example Air',
      table,
      en.notACancellation,
      '₹5.00 is being refunded',
      ' checked> 4242',
    ],
    [wayBack],
  ],
  [
    'whose payer may request more time',
    () => shown(unpaid(30)),
    en.title,
    ['Time left to pay: 30 minutes, until 30 November at 11:20 pm UTC.', 'value="more-time"'],
    ['autofocus'],
  ],
  [
    'whose payer has requested more time',
    () => shown(unpaid(24 * 60), {}, false, { canExtendHold: false, isHoldJustExtended: true }),
    en.title,
    ['<p tabindex="-1" autofocus>Time left to pay: 24 hours, until 1 December at 10:50 pm UTC.'],
    ['value="more-time"'],
  ],
  [
    'whose payer gets no more time',
    () => shown(unpaid(30), {}, false, { isHoldJustExtended: true, problem: 'time' }),
    en.title,
    [`<p class="problem" role="alert" tabindex="-1" autofocus>${en.noMoreTime}`, 'value="more-time"'],
    ['autofocus>Time'],
  ],
  [
    'that is paid with the booking',
    () => shown(unpaid(30), {}, false, { provider: 'none' }),
    en.title,
    [en.paidWithBooking],
    ['Time left', 'value="more-time"'],
  ],
  [
    'that is being confirmed',
    () => shown({ status: 'pending' }, {}, true),
    en.waiting,
    [en.waitingNote, en.checkAgain, table, wayBack, en.notACancellation],
    ['<form'],
  ],
  [
    'paid',
    () => shown({}, { credits: credits(null) }),
    en.completed,
    [en.completedAllocated, table, wayBack, en.notACancellation, 'https://pay.example/keys'],
    ['<form'],
  ],
  [
    'partly retired',
    () => shown({}, { credits: credits(null, 'ret_1') }),
    en.completed,
    [en.completedPartlyRetired],
    [en.completedAllocated],
  ],
  ['retired', () => shown({}, { credits: credits('ret_1') }), en.completed, [en.completedRetired], []],
  [
    'whose payment is being refunded: its credits are about to return, not to be retired',
    () => shown({}, { credits: credits(null), refunds: [{ ...LEFT, ofOrder: paidView.order.amount_minor }] }),
    en.refundingTitle,
    ['₹5.00 is being refunded', en.creditsAllocated],
    [en.completedAllocated],
  ],
  ['refunded', () => shown({}), en.refundedTitle, [en.completedReturned], [en.completedAllocated]],
  [
    'that was cancelled',
    () => shown({ status: 'failed', settled_at: 0 }),
    en.failed,
    [`${en.failedNote} ${en.bookingNote}`, wayBack],
    [table],
  ],
  [
    'that nobody paid in time, and was paid after',
    () => shown({ status: 'failed', settled_at: 1 }, { refunds: [LEFT] }),
    en.expired,
    ['₹5.00 is being refunded', en.bookingNote],
    [en.failedNote],
  ],
];
for (const [name, page, heading, has, lacks] of cases)
  it(`the page of an order ${name}`, async () => {
    const { title, text } = await page();
    assert.equal(title, heading);
    for (const part of [...has, en.sandboxNote]) assert.ok(text.includes(part), part);
    for (const part of lacks) assert.ok(!text.includes(part), part);
  });

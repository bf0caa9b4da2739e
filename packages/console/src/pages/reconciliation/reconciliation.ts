import { formatMoney } from '../../format/money.ts';
import { time } from '../../format/time.ts';
import type { Fields } from '../../http/form.ts';
import { type Content, html } from '../../http/html.ts';
import { seeOther } from '../../http/reply.ts';
import { forOperator, type Route, type SignedInVisit } from '../../http/route.ts';
import { orderPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { rowLink } from '../../parts/row-link.ts';
import { table } from '../../parts/table.ts';
import type {
  OfProvider,
  OverdueMoney,
  UnclaimedMoney,
  UnmatchedLine,
} from '../../service/reconciliation.ts';
import { confirmationPage } from '../confirmation-page.ts';
import { doneNotice, withDone } from '../done.ts';
import { notFoundPage } from '../problem.ts';
import { payoutsCard, receiptCard } from './payouts.ts';
import { restNote } from './rest-note.ts';

const PATH = '/console/reconciliation';

function resolveButton(act: string, { provider, id }: OfProvider): Content {
  return html`<a class="button" href="${PATH}/${act}?${new URLSearchParams({ provider, id })}" aria-label="Resolve ${id}">Resolve</a>`;
}

function readProviderId(given: Fields): OfProvider {
  return { provider: given.get('provider') ?? '', id: given.get('id') ?? '' };
}

function unmatchedTable(lines: readonly UnmatchedLine[]): Content {
  return table(
    'Unmatched lines of settlement reports',
    [
      {
        name: 'Line',
        cell: ({ line, kind, provider }) =>
          html`<code>${line}</code><span class="sub">${kind}, ${provider}</span>`,
      },
      { name: 'Amount', number: true, cell: ({ amount }) => formatMoney(amount) },
      { name: 'Problem', cell: ({ problem }) => problem },
      {
        name: 'Payout',
        cell: ({ payout, settledOn }) => html`<code>${payout}</code><span class="sub">${settledOn}</span>`,
      },
      {
        name: 'Actions',
        number: true,
        cell: ({ provider, line: id }) => resolveButton('lines', { provider, id }),
      },
    ],
    lines,
    'Every line of the imported reports matches what the gateway recorded.',
  );
}

function unclaimedTable(money: readonly UnclaimedMoney[]): Content {
  return table(
    'Payments for unknown orders',
    [
      {
        name: 'Payment',
        cell: ({ reference, provider }) =>
          html`<code>${reference}</code><span class="sub">${provider}</span>`,
      },
      { name: 'Amount', number: true, cell: ({ amount }) => (amount ? formatMoney(amount) : 'Unknown') },
      { name: 'Found', cell: ({ receivedAt }) => time(receivedAt) },
      {
        name: 'Actions',
        number: true,
        cell: ({ provider, reference: id }) => resolveButton('payments', { provider, id }),
      },
    ],
    money,
    'Every payment at the provider belongs to an order.',
  );
}

function overdueTable(money: readonly OverdueMoney[]): Content {
  return table(
    'Overdue payments and refunds',
    [
      {
        name: 'Order',
        cell: ({ kind, merchantId, orderId, provider }) =>
          html`${rowLink(orderPath(merchantId, orderId), kind === 'payment' ? 'Payment' : 'Refund', orderId)}<span class="sub">${orderId}, ${provider}</span>`,
      },
      { name: 'Amount', number: true, cell: ({ amount }) => formatMoney(amount) },
      { name: 'Problem', cell: ({ problem }) => problem },
      { name: 'Since', cell: ({ since }) => time(since) },
    ],
    money,
    'No payment or refund has waited for too long.',
  );
}

async function show(visit: SignedInVisit): Promise<Response> {
  const { reconciliation } = visit.service;
  const [payouts, unmatched, unclaimed, overdue, compared] = await Promise.all([
    reconciliation.payouts(),
    reconciliation.unmatched(),
    reconciliation.unclaimed(),
    reconciliation.overdue(),
    reconciliation.comparedUntil(),
  ]);
  return page(visit, {
    title: 'Reconciliation',
    subtitle:
      compared === undefined
        ? "The provider's books have not been compared yet"
        : html`The provider's books have been compared up to ${time(compared)}`,
    place: 'reconciliation',
    notice: doneNotice(visit.url),
    content: html`<section class="card"><h2>Overdue</h2>${overdueTable(overdue)}${restNote(overdue, 'payments overdue')}</section>
<section class="card"><h2>Payments for unknown orders</h2><p class="small soft">Refund each at the provider, or fulfil its order, then mark it as resolved.</p>${unclaimedTable(unclaimed)}${restNote(unclaimed, 'payments unclaimed')}</section>
<section class="card"><h2>Unmatched lines</h2><p class="small soft">Lines of settlement reports that do not match what the gateway recorded. A resolved line stays on the account for unmatched money.</p>${unmatchedTable(unmatched)}${restNote(unmatched, 'payouts unmatched')}</section>
${payoutsCard(payouts)}${receiptCard(PATH, payouts)}`,
  });
}

const PARENT = { text: 'Reconciliation', href: PATH };

async function showLineConfirmation(visit: SignedInVisit): Promise<Response> {
  const wanted = readProviderId(visit.url.searchParams);
  const found = (await visit.service.reconciliation.unmatched()).find(
    (one) => one.provider === wanted.provider && one.line === wanted.id,
  );
  if (!found) return notFoundPage(visit);
  const { line, provider, payout, kind, amount, problem } = found;
  return confirmationPage(visit, {
    title: 'Resolve this line?',
    place: 'reconciliation',
    parent: PARENT,
    about: [
      ['Line', html`<code>${line}</code>`],
      ['Kind', `${kind}, ${provider}`],
      ['Payout', html`<code>${payout}</code>`],
      ['Amount', formatMoney(amount)],
      ['Problem', problem],
    ],
    text: 'The line leaves this list, and its money stays on the account for unmatched money. This cannot be undone.',
    path: `${PATH}/lines`,
    hidden: { ...wanted },
    button: 'Resolve',
  });
}

async function showMoneyConfirmation(visit: SignedInVisit): Promise<Response> {
  const wanted = readProviderId(visit.url.searchParams);
  const found = (await visit.service.reconciliation.unclaimed()).find(
    (one) => one.provider === wanted.provider && one.reference === wanted.id,
  );
  if (!found) return notFoundPage(visit);
  const { reference, provider, amount, receivedAt } = found;
  return confirmationPage(visit, {
    title: 'Resolve this payment?',
    place: 'reconciliation',
    parent: PARENT,
    about: [
      ['Payment', html`<code>${reference}</code>`],
      ['Provider', provider],
      ['Amount', amount ? formatMoney(amount) : 'Unknown'],
      ['Found', time(receivedAt)],
    ],
    text: 'First refund this payment at the provider, or fulfil its order. Resolving it only removes it from this list: the gateway moves no money. This cannot be undone.',
    path: `${PATH}/payments`,
    hidden: { ...wanted },
    button: 'Resolve',
  });
}

async function resolveLine({ service, session, form }: SignedInVisit): Promise<Response> {
  await service.reconciliation.resolveLine(session, readProviderId(form));
  return seeOther(withDone(PATH, 'resolved'));
}

async function resolveMoney({ service, session, form }: SignedInVisit): Promise<Response> {
  await service.reconciliation.resolveMoney(session, readProviderId(form));
  return seeOther(withDone(PATH, 'resolved'));
}

async function recordReceipt({ service, session, form }: SignedInVisit): Promise<Response> {
  const [provider = '', currency = '', ...payout] = (form.get('payout') ?? '').split(' ');
  const receipt = { provider, currency, payout: payout.join(' '), amount: form.get('amount') ?? '' };
  await service.reconciliation.recordReceipt(session, receipt);
  return seeOther(withDone(PATH, 'received'));
}

const MANAGE = { permission: 'reconciliation.manage', recent: true } as const;

/** Whether provider, bank and gateway agree on the money, and next steps if they do not. */
export const reconciliationRoutes: readonly Route[] = [
  forOperator('GET', '/reconciliation', { permission: 'reconciliation.read' }, show),
  forOperator('GET', '/reconciliation/lines', MANAGE, showLineConfirmation),
  forOperator('POST', '/reconciliation/lines', MANAGE, resolveLine),
  forOperator('GET', '/reconciliation/payments', MANAGE, showMoneyConfirmation),
  forOperator('POST', '/reconciliation/payments', MANAGE, resolveMoney),
  forOperator('POST', '/reconciliation/receipts', MANAGE, recordReceipt),
];

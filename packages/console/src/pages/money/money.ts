import type { Statement } from '@flight-offset/core';
import { may } from '../../access/permission.ts';
import { formatMass } from '../../format/mass.ts';
import { formatMoney } from '../../format/money.ts';
import { time } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { seeOther } from '../../http/reply.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { badge } from '../../parts/badge.ts';
import { field } from '../../parts/field.ts';
import { pager } from '../../parts/pager.ts';
import { empty, table } from '../../parts/table.ts';
import type { OrderRefund } from '../../service/order.ts';
import { doneNotice, withDone } from '../done.ts';
import { notFoundPage } from '../problem.ts';
import { paymentsTable } from './payments.ts';

const pathOf = ({ merchant }: MerchantVisit): string => `${merchantPath(merchant.id)}/money`;

/** Payments on the first page; the rest have a page of their own. */
const NEWEST = 5;

const STATES = {
  pending: () => badge('Pending', 'wait'),
  completed: () => badge('Completed', 'done'),
  failed: () => badge('Failed', 'bad'),
} as const;

function refundsTable(visit: MerchantVisit, refunds: readonly OrderRefund[]): Content {
  if (refunds.length === 0) return empty('No refunds yet.');
  return table(
    'Refunds',
    [
      {
        name: 'Amount',
        cell: ({ amount, orderId, grams }) =>
          html`<a class="row whole" href="${merchantPath(visit.merchant.id)}/orders/${orderId}">${formatMoney(amount)}</a><span class="sub whole">${formatMass(grams)} CO₂e</span>`,
      },
      { name: 'State', cell: ({ state }) => STATES[state]() },
      {
        name: 'Cause',
        cell: ({ cause, reason, fault }) => html`${cause}<span class="sub">${fault ?? reason ?? ''}</span>`,
      },
      { name: 'Recorded', optional: true, cell: ({ createdAt }) => time(createdAt) },
    ],
    refunds,
  );
}

function statementsTable(visit: MerchantVisit, statements: readonly Statement[]): Content {
  if (statements.length === 0) return empty('Nothing is owed: no order was collected with a booking.');
  return table(
    'Statements',
    [
      {
        name: 'Statement',
        cell: ({ id, number, period, currency }) =>
          html`<a class="row" href="${pathOf(visit)}/statements/${id}">${number === null ? 'Open' : `No. ${number}`}</a><span class="sub">${period}, ${currency}</span>`,
      },
      {
        name: 'Total',
        number: true,
        cell: (one) => formatMoney({ currency: one.currency, amount_minor: one.total_minor }),
      },
      { name: 'State', cell: ({ state }) => badge(state, state === 'paid' ? 'done' : 'plain') },
      { name: 'Orders', number: true, optional: true, cell: ({ orders }) => String(orders) },
    ],
    statements,
  );
}

async function showMoney(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, url } = visit;
  const [statements, payments, refunds] = await Promise.all([
    service.money.statements(merchant.id),
    service.money.payments(merchant.id),
    service.money.refunds(merchant.id, url.searchParams.get('after') ?? undefined),
  ]);
  const close = may(session.role, 'statements.manage')
    ? html`<form class="fields" method="post" action="${pathOf(visit)}/close">${field({ label: 'Close the month', name: 'period', required: true, hint: 'Such as 2026-10' })}<button type="submit">Close statements</button></form>`
    : '';
  return page(visit, {
    title: 'Money',
    place: 'money',
    merchant,
    notice: doneNotice(url),
    content: html`<section class="card"><h2>Statements</h2><p class="small soft">What the merchant owes for orders whose money it collected with a booking.</p>${statementsTable(visit, statements)}</section>
${close ? html`<section class="card">${close}</section>` : ''}
<section class="card"><h2>Newest payments</h2>${paymentsTable(visit, payments.rows.slice(0, NEWEST))}${payments.rows.length > 0 ? html`<p class="pager"><a href="${pathOf(visit)}/payments">All payments</a></p>` : ''}</section>
<section class="card"><h2>Refunds</h2>${refundsTable(visit, refunds.rows)}${pager(url, refunds.next)}</section>`,
  });
}

async function showStatement(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, params, url } = visit;
  const statement = await service.money.statement(merchant.id, params.statement ?? '');
  if (!statement) return notFoundPage(visit);
  const { id, number, period, currency, state, total_minor, lines } = statement;
  const rows = table(
    'Lines',
    [
      {
        name: 'Order',
        cell: ({ order_id, reference, kind, product }) =>
          html`<a href="${merchantPath(merchant.id)}/orders/${order_id}">${reference ?? order_id}</a><span class="sub">${kind}${product === 'aviation_fuel' ? ', aviation fuel' : ''}</span>`,
      },
      { name: 'Mass', number: true, optional: true, cell: ({ grams }) => formatMass(grams) },
      { name: 'Amount', number: true, cell: ({ amount_minor }) => formatMoney({ currency, amount_minor }) },
      { name: 'When', optional: true, cell: ({ at }) => time(Date.parse(at)) },
    ],
    lines,
  );
  const paid = html`<form method="post" action="${pathOf(visit)}/statements/${id}/paid"><button type="submit">Mark as paid</button></form>`;
  return page(visit, {
    title: number === null ? `Open statement, ${currency}` : `Statement ${number}`,
    subtitle: html`${period} · ${formatMoney({ currency, amount_minor: total_minor })} · ${badge(state, state === 'paid' ? 'done' : 'plain')}`,
    place: 'money',
    merchant,
    parent: { text: 'Money', href: pathOf(visit) },
    notice: doneNotice(url),
    ...(state === 'closed' && may(session.role, 'statements.manage') && { acts: paid }),
    content: html`<section class="card">${lines.length === 0 ? empty('No lines.') : rows}</section>`,
  });
}

async function closeStatements(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, form } = visit;
  await service.money.closeStatements(session, merchant.id, form.get('period') ?? '');
  return seeOther(withDone(pathOf(visit), 'closed'));
}

async function markPaid(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, params } = visit;
  const id = params.statement ?? '';
  await service.money.markPaid(session, merchant.id, id);
  return seeOther(withDone(`${pathOf(visit)}/statements/${encodeURIComponent(id)}`, 'paid'));
}

const MANAGE = { permission: 'statements.manage' } as const;

/** Statements, payments and refunds of a merchant. */
export const moneyRoutes: readonly Route[] = [
  forMerchant('GET', '/money', { permission: 'money.read' }, showMoney),
  forMerchant('POST', '/money/close', MANAGE, closeStatements),
  forMerchant('GET', '/money/statements/:statement', { permission: 'money.read' }, showStatement),
  forMerchant('POST', '/money/statements/:statement/paid', MANAGE, markPaid),
];

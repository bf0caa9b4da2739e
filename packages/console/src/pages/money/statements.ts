import type { Statement } from '@flight-offset/core';
import { may } from '../../access/permission.ts';
import { formatMass } from '../../format/mass.ts';
import { formatMoney } from '../../format/money.ts';
import { time } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { seeOther } from '../../http/reply.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath, orderPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { badge } from '../../parts/badge.ts';
import { field } from '../../parts/field.ts';
import { cursorOf, pager } from '../../parts/pager.ts';
import { empty, table } from '../../parts/table.ts';
import { doneNotice, withDone } from '../done.ts';
import { notFoundPage } from '../problem.ts';

/** Path of the page of a merchant's money, which lists its statements. */
export const moneyPath = ({ merchant }: MerchantVisit): string => `${merchantPath(merchant.id)}/money`;

const STATES: Readonly<Record<Statement['state'], () => Content>> = {
  open: () => badge('Open', 'wait'),
  closed: () => badge('Closed', 'plain'),
  paid: () => badge('Paid', 'done'),
};

/** Statements with a link to each. */
export function statementsTable(visit: MerchantVisit, statements: readonly Statement[]): Content {
  if (statements.length === 0) return empty('Nothing is owed: no order was collected with a booking.');
  return table(
    'Statements',
    [
      {
        name: 'Statement',
        cell: ({ id, number, period, currency }) =>
          html`<a class="row" href="${moneyPath(visit)}/statements/${id}">${number === null ? 'Open' : `No. ${number}`}</a><span class="sub">${period}, ${currency}</span>`,
      },
      {
        name: 'Total',
        number: true,
        cell: (one) => formatMoney({ currency: one.currency, amount_minor: one.total_minor }),
      },
      { name: 'State', cell: ({ state }) => STATES[state]() },
      { name: 'Orders', number: true, cell: ({ orders }) => String(orders) },
    ],
    statements,
  );
}

/** The form which closes the statements of a month; undefined for staff who may not. */
export function closeForm(visit: MerchantVisit): Content | undefined {
  if (!may(visit.session.role, 'statements.manage')) return undefined;
  return html`<form class="fields" method="post" action="${moneyPath(visit)}/close">${field({ label: 'Close the month', name: 'period', required: true, hint: 'Such as 2026-10' })}<button type="submit">Close statements</button></form>`;
}

async function showStatement(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, params, url } = visit;
  const statement = await service.money.statement(merchant.id, params.statement ?? '', cursorOf(url));
  if (!statement) return notFoundPage(visit);
  const { id, number, period, currency, state, total_minor, tax, lines } = statement;
  const amount = (amount_minor: number): string => formatMoney({ currency, amount_minor });
  const rows = table(
    'Lines',
    [
      {
        name: 'Order',
        cell: ({ order_id, reference, kind, product }) =>
          html`<a href="${orderPath(merchant.id, order_id)}">${reference ?? order_id}</a><span class="sub">${kind}${product === 'aviation_fuel' ? ', aviation fuel' : ''}</span>`,
      },
      { name: 'Mass', number: true, cell: ({ grams }) => formatMass(grams) },
      { name: 'Amount', number: true, cell: ({ amount_minor }) => amount(amount_minor) },
      { name: 'When', cell: ({ at }) => time(Date.parse(at)) },
    ],
    lines.rows,
  );
  const paid = html`<form method="post" action="${moneyPath(visit)}/statements/${id}/paid"><button type="submit">Mark as paid</button></form>`;
  return page(visit, {
    title: number === null ? `Open statement, ${currency}` : `Statement ${number}`,
    subtitle: html`${period} · ${amount(total_minor)}${tax ? html`, with ${amount(tax.tax_minor)} ${tax.label} (${tax.rate} %)` : ''} · ${STATES[state]()}`,
    place: 'money',
    merchant,
    parent: { text: 'Money', href: moneyPath(visit) },
    notice: doneNotice(url),
    ...(state === 'closed' && may(session.role, 'statements.manage') && { acts: paid }),
    content: html`<section class="card">${lines.rows.length === 0 ? empty('No lines.') : rows}${pager(url, lines.next)}</section>`,
  });
}

async function closeStatements(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, form } = visit;
  const closed = await service.money.closeStatements(session, merchant.id, form.get('period') ?? '');
  return seeOther(withDone(moneyPath(visit), closed === 0 ? 'closed-none' : 'closed'));
}

async function markPaid(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, params } = visit;
  const id = params.statement ?? '';
  await service.money.markPaid(session, merchant.id, id);
  return seeOther(withDone(`${moneyPath(visit)}/statements/${encodeURIComponent(id)}`, 'paid'));
}

const MANAGE = { permission: 'statements.manage' } as const;

/** The page of a statement, and what staff do with statements. */
export const statementRoutes: readonly Route[] = [
  forMerchant('POST', '/money/close', MANAGE, closeStatements),
  forMerchant('GET', '/money/statements/:statement', { permission: 'money.read' }, showStatement),
  forMerchant('POST', '/money/statements/:statement/paid', MANAGE, markPaid),
];

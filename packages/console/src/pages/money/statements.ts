import type { Statement } from '@flight-offset/core';
import { may } from '../../access/permission.ts';
import { counted } from '../../format/count.ts';
import { formatMass } from '../../format/mass.ts';
import { formatMoney } from '../../format/money.ts';
import { time } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { readOnce } from '../../http/once.ts';
import { csvReply, seeOther } from '../../http/reply.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath, orderPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { badge } from '../../parts/badge.ts';
import { field } from '../../parts/field.ts';
import { isolatedText } from '../../parts/isolated-text.ts';
import { cursorOf, pager } from '../../parts/pager.ts';
import { rowLink } from '../../parts/row-link.ts';
import { table } from '../../parts/table.ts';
import { confirmationPage } from '../confirmation-page.ts';
import { doneNotice, withDone } from '../done.ts';
import { notFoundPage } from '../problem.ts';

/** Path of a merchant's money page, which lists its statements. */
export const moneyPath = ({ merchant }: MerchantVisit): string => `${merchantPath(merchant.id)}/money`;

const statementPath = (visit: MerchantVisit, id: string): string =>
  `${moneyPath(visit)}/statements/${encodeURIComponent(id)}`;

const parentOf = (visit: MerchantVisit) => ({ text: 'Money', href: moneyPath(visit) });

const STATES: Readonly<Record<Statement['state'], () => Content>> = {
  open: () => badge('Open', 'wait'),
  closed: () => badge('Closed', 'plain'),
  paid: () => badge('Paid', 'done'),
};

/** Statements with a link to each. */
export function statementsTable(visit: MerchantVisit, statements: readonly Statement[]): Content {
  return table(
    'Statements',
    [
      {
        name: 'Statement',
        cell: ({ id, number, period, currency }) =>
          html`${rowLink(statementPath(visit, id), number === null ? 'Open' : `No. ${number}`, `${period}, ${currency}`)}<span class="sub">${period}, ${currency}</span>`,
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
    'Nothing is owed: no order was paid with a booking.',
  );
}

/** Renders the form that closes the statements of a month; undefined for staff without the permission. */
export function closeForm(visit: MerchantVisit): Content | undefined {
  if (!may(visit.session.role, 'statements.manage')) return undefined;
  return html`<form class="fields" method="get" action="${moneyPath(visit)}/close">${field({ label: 'Close the month', name: 'period', required: true, hint: 'For example 2026-10' })}<button type="submit">Close statements</button></form>`;
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
    'No lines.',
  );
  const path = statementPath(visit, id);
  const mark = state === 'paid' ? 'unpaid' : 'paid';
  const mayMark = state !== 'open' && may(session.role, 'statements.manage');
  const marking = mayMark ? html`<a class="button" href="${path}/${mark}">Mark as ${mark}</a>` : '';
  return page(visit, {
    title: number === null ? `Open statement, ${currency}` : `Statement ${number}`,
    subtitle: html`${period} · ${amount(total_minor)}${tax ? html`, with ${amount(tax.tax_minor)} ${isolatedText(tax.label)} (${tax.rate} %)` : ''} · ${STATES[state]()}`,
    place: 'money',
    merchant,
    parent: parentOf(visit),
    notice: doneNotice(url),
    acts: html`<a class="button" href="${path}/lines.csv">Export CSV</a>${marking}`,
    content: html`<section class="card">${rows}${pager(url, lines.next)}</section>`,
  });
}

async function exportStatement(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, params, request } = visit;
  const found = await service.money.exportStatement(merchant.id, params.statement ?? '', request.signal);
  return found ? csvReply(found.csv, `statement-${found.number ?? 'open'}.csv`) : notFoundPage(visit);
}

async function showCloseConfirmation(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, url } = visit;
  const period = url.searchParams.get('period')?.trim() ?? '';
  const open = await service.money.unclosed(merchant.id, period);
  if (open.length === 0) return seeOther(withDone(moneyPath(visit), 'closed-none'));
  return confirmationPage(visit, {
    title: `Close statements up to ${period}?`,
    place: 'money',
    parent: parentOf(visit),
    about: [
      ['Merchant', merchant.name],
      ...open.map(
        ({ total, orders, refunds }) =>
          [
            total.currency,
            `${formatMoney(total)} of ${counted(orders, 'order')} and ${counted(refunds, 'refund')}`,
          ] as const,
      ),
    ],
    text: 'Each statement gets the next number. A closed statement cannot be reopened; later orders and refunds are on the next one.',
    path: `${moneyPath(visit)}/close`,
    hidden: { period },
    button: 'Close statements',
  });
}

async function closeStatements(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, session, form } = visit;
  await service.money.closeStatements(session, merchant.id, form.get('period') ?? '');
  return seeOther(withDone(moneyPath(visit), 'closed'));
}

/** Marks of statements, by the last part of the path; each applies to statements in the other's state. */
const MARKS = {
  paid: { from: 'closed', text: "It no longer counts towards the merchant's limit." },
  unpaid: {
    from: 'paid',
    text: "It counts towards the merchant's limit again: bookings whose contribution would exceed the limit cannot be confirmed.",
  },
} as const;

type Mark = keyof typeof MARKS;

const showMarkConfirmation =
  (mark: Mark) =>
  async (visit: MerchantVisit): Promise<Response> => {
    const { merchant, service, params } = visit;
    const statement = await service.money.statement(merchant.id, params.statement ?? '');
    if (!statement || statement.state === 'open') return notFoundPage(visit);
    const { id, number, period, currency, total_minor, state } = statement;
    const path = statementPath(visit, id);
    const { from, text } = MARKS[mark];
    if (state !== from) return seeOther(withDone(path, mark));
    return confirmationPage(visit, {
      title: `Mark statement ${number} as ${mark}?`,
      place: 'money',
      parent: { text: `Statement ${number}`, href: path },
      about: [
        ['Merchant', merchant.name],
        ['Month', period],
        ['Total', formatMoney({ currency, amount_minor: total_minor })],
      ],
      text,
      path: `${path}/${mark}`,
      button: `Mark as ${mark}`,
    });
  };

const markAs =
  (mark: Mark) =>
  async (visit: MerchantVisit): Promise<Response> => {
    const { merchant, service, session, params, form } = visit;
    const id = params.statement ?? '';
    const path = statementPath(visit, id);
    const isPaid = mark === 'paid';
    const isMarked = await service.money.markPaid(session, merchant.id, { id, isPaid, once: readOnce(form) });
    return seeOther(isMarked ? withDone(path, mark) : path);
  };

const MANAGE = { permission: 'statements.manage' } as const;

/** The page of a statement, and acts on statements. */
export const statementRoutes: readonly Route[] = [
  forMerchant('GET', '/money/close', MANAGE, showCloseConfirmation),
  forMerchant('POST', '/money/close', MANAGE, closeStatements),
  forMerchant('GET', '/money/statements/:statement', { permission: 'money.read' }, showStatement),
  forMerchant('GET', '/money/statements/:statement/lines.csv', { permission: 'money.read' }, exportStatement),
  forMerchant('GET', '/money/statements/:statement/paid', MANAGE, showMarkConfirmation('paid')),
  forMerchant('POST', '/money/statements/:statement/paid', MANAGE, markAs('paid')),
  forMerchant('GET', '/money/statements/:statement/unpaid', MANAGE, showMarkConfirmation('unpaid')),
  forMerchant('POST', '/money/statements/:statement/unpaid', MANAGE, markAs('unpaid')),
];

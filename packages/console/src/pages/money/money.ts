import { html } from '../../http/html.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { page } from '../../layout/page.ts';
import { cursorOf, pager } from '../../parts/pager.ts';
import { doneNotice } from '../done.ts';
import { paymentsTable } from './payments.ts';
import { refundsTable } from './refunds.ts';
import { closeForm, moneyPath, statementRoutes, statementsTable } from './statements.ts';

/** Number of payments on the first page; the others have their own page. */
const NEWEST = 5;

async function showMoney(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, url } = visit;
  const [statements, payments, refunds] = await Promise.all([
    service.money.statements(merchant.id),
    service.money.payments(merchant.id),
    service.money.refunds(merchant.id, cursorOf(url)),
  ]);
  const close = closeForm(visit);
  return page(visit, {
    title: 'Money',
    place: 'money',
    merchant,
    notice: doneNotice(url),
    content: html`<section class="card"><h2>Statements</h2><p class="small soft">What the merchant owes for orders whose money it collected with a booking.</p>${statementsTable(visit, statements)}</section>
${close ? html`<section class="card">${close}</section>` : ''}
<section class="card"><h2>Newest payments</h2>${paymentsTable(visit, payments.rows.slice(0, NEWEST))}${payments.rows.length > 0 ? html`<p class="pager"><a href="${moneyPath(visit)}/payments">All payments</a></p>` : ''}</section>
<section class="card"><h2>Refunds</h2>${refundsTable(visit, refunds.rows)}${pager(url, refunds.next)}</section>`,
  });
}

/** Statements, payments and refunds of a merchant. */
export const moneyRoutes: readonly Route[] = [
  forMerchant('GET', '/money', { permission: 'money.read' }, showMoney),
  ...statementRoutes,
];

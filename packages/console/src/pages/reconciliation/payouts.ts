import { formatMoney } from '../../format/money.ts';
import { type Content, html } from '../../http/html.ts';
import { badge } from '../../parts/badge.ts';
import { choice, field } from '../../parts/field.ts';
import { table } from '../../parts/table.ts';
import type { PayoutSummary } from '../../service/reconciliation.ts';
import { restNote } from './rest-note.ts';

function state({ problem, received }: PayoutSummary): Content {
  if (problem !== undefined) return html`${badge('Differs', 'bad')}<span class="sub">${problem}</span>`;
  return received ? badge('Received', 'done') : badge('No receipt yet', 'plain');
}

/** Payouts, each as the sum of its lines. */
export function payoutsCard(payouts: readonly PayoutSummary[]): Content {
  const list = table(
    'Payouts',
    [
      {
        name: 'Payout',
        cell: ({ payout, provider, settledOn }) =>
          html`<code>${payout}</code><span class="sub">${settledOn}, ${provider}</span>`,
      },
      {
        name: 'Consists of',
        cell: ({ parts }) =>
          html`${parts.map(({ name, amount }) => html`<div class="small">${name} ${formatMoney(amount)}</div>`)}`,
      },
      {
        name: 'Amount',
        number: true,
        cell: ({ amount, received }) =>
          html`${formatMoney(amount)}${received ? html`<span class="sub">at the bank ${formatMoney(received)}</span>` : ''}`,
      },
      { name: 'State', cell: state },
    ],
    payouts,
    'No settlement report for the last 90 days. Import one: flight-offset-gateway payouts import FILE',
  );
  return html`<section class="card"><h2>Payouts</h2>${list}${restNote(payouts, 'payouts list')}</section>`;
}

/** Renders the form for money that arrived at the bank; nothing if every receipt is recorded. */
export function receiptCard(path: string, payouts: readonly PayoutSummary[]): Content {
  const open = payouts.filter(({ received }) => received === undefined);
  if (open.length === 0) return '';
  const options = open.map(
    ({ provider, payout, amount }) =>
      [`${provider} ${amount.currency} ${payout}`, `${payout}, ${formatMoney(amount)}`] as const,
  );
  return html`<section class="card"><h2>Record a bank receipt</h2>
<form class="fields" method="post" action="${path}/receipts">${choice('Payout', 'payout', options)}
${field({ label: 'Amount at the bank', name: 'amount', required: true })}
<button type="submit">Record</button></form></section>`;
}

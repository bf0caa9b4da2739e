import type { Order } from '@flight-offset/core';
import { html, type TemplateResult } from 'lit';
import { link } from '../figure/link.ts';
import { boughtMass } from '../format/bought-mass.ts';
import { formatTime } from '../format/time.ts';
import type { BackOfficeMessages } from '../messages/back-office/back-office-messages.ts';

/** Returns the grams of an order, for display only: the service calculates the purchase. */
const gramsOf = ({ emission_amount, emission_unit }: Order): number =>
  emission_amount * (emission_unit === 'tonCO2e' ? 1e6 : 1e3);

/**
 * Draws one page of orders, if there are any. With `select`, the identifier of each order is a button that calls it.
 */
export function orderTable(
  t: BackOfficeMessages,
  tag: string,
  orders: readonly Order[],
  select: ((order: Order) => void) | undefined,
): TemplateResult | '' {
  if (orders.length === 0) return '';
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t.orders}><table part="table">
    <thead>
      <tr>
        <th scope="col">${t.created}</th>
        <th scope="col">${t.order}</th>
        <th scope="col">${t.user}</th>
        <th scope="col" class="number">${t.amount}</th>
        <th scope="col">${t.status}</th>
        <th scope="col">${t.payment}</th>
        <th scope="col">${t.project}</th>
      </tr>
    </thead>
    <tbody>
      ${orders.map(
        (order) => html`<tr part="order">
          <td .textContent=${formatTime(order.created_at, tag)}></td>
          <td>${
            select
              ? html`<button class="select" part="select" @click=${() => select(order)}><code>${link(order.order_id)}</code></button>`
              : html`<code>${link(order.order_id)}</code>`
          }</td>
          <td><bdi .textContent=${order.user?.name}></bdi><span class="note"><bdi .textContent=${order.user?.email}></bdi></span></td>
          <td class="number" .textContent=${boughtMass(gramsOf(order), tag, t.tonnes)}></td>
          <td .textContent=${t.statuses[order.status] ?? order.status}></td>
          <td .textContent=${t.statuses[order.payment_status] ?? order.payment_status}></td>
          <td>${order.project ? link(order.project.name, order.project.public_url) : ''}</td>
        </tr>`,
      )}
    </tbody>
  </table></div>`;
}

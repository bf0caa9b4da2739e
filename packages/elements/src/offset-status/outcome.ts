import type { CheckoutStatus, Project } from '@flight-offset/core';
import { html, type TemplateResult } from 'lit';
import { link } from '../figure/link.ts';
import { boughtMass } from '../format/bought-mass.ts';
import { formatPrice } from '../format/money.ts';
import { fill } from '../messages/fill.ts';
import type { StatusMessages } from '../messages/status/status-messages.ts';

/** States in one sentence whether the order is paid. */
export const headline = (
  { status, refunded }: Pick<CheckoutStatus, 'status' | 'refunded'>,
  t: StatusMessages,
): string => t[refunded === 'whole' ? 'refunded' : status];

/** Shows the outcome of an order: purchase, price, receipt and reference; or else that the booking is unaffected. */
export function outcome(
  {
    orderId,
    status,
    grams,
    price,
    product,
    project,
    projects,
    receiptUrl,
    retirement,
    refunded,
  }: Partial<CheckoutStatus>,
  t: StatusMessages,
  tag: string,
): TemplateResult {
  if (status !== 'completed') return html`<p class="soft">${t.unaffected}</p>`;
  const fuel = product === 'aviation_fuel' ? 'Fuel' : '';
  const bought = t[`${retirement === 'retired' ? retirement : 'allocated'}${fuel}`];
  // A blend buys a part from each of its projects.
  const parts = projects?.[1] ? projects : [];
  const paid = price && formatPrice(price, tag);
  // The receipt states how much of a refunded order is left.
  const held = refunded
    ? [refunded === 'part' ? link(t.partRefunded) : '']
    : [
        [
          grams ? link(fill(bought, { mass: boughtMass(grams, tag, t.tonnes) }).join('')) : '',
          project && !parts[0] ? [': ', projectName(project)] : '',
        ],
        ...parts.map((part) => html`${link(boughtMass(part.grams, tag, t.tonnes))} · ${projectName(part)}`),
      ];
  const facts = [
    ...held,
    paid && link(fill(t.amount, { price: paid }).join('')),
    orderId && fill<unknown>(t.reference, { id: link(orderId) }),
    receiptUrl && link(t.receipt, receiptUrl),
  ];
  return html`${facts.map((fact) => fact && html`<p>${fact}</p>`)}${refunded === 'whole' ? '' : html`<p class="note">${t.disclaimer}</p>`}`;
}

const projectName = ({ name, registry, project_id, public_url }: Project): TemplateResult =>
  link(`${name}, ${registry} ${project_id}`, public_url);

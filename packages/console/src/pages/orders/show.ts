import { may } from '../../access/permission.ts';
import { formatMass } from '../../format/mass.ts';
import { formatMoney } from '../../format/money.ts';
import { PRODUCT_WORDS } from '../../format/product.ts';
import { time } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { forMerchant, type MerchantVisit, type Route } from '../../http/route.ts';
import { merchantPath } from '../../layout/navigation.ts';
import { page } from '../../layout/page.ts';
import { emailText } from '../../parts/email-text.ts';
import { facts } from '../../parts/facts.ts';
import { isolatedText } from '../../parts/isolated-text.ts';
import { orderBadge } from '../../parts/order-badge.ts';
import { paymentBadge } from '../../parts/payment-badge.ts';
import { rowLink } from '../../parts/row-link.ts';
import { table } from '../../parts/table.ts';
import { webhookBadge } from '../../parts/webhook-badge.ts';
import type { OrderDetail } from '../../service/order.ts';
import type { Webhook } from '../../service/webhook.ts';
import { doneNotice } from '../done.ts';
import { notFoundPage } from '../problem.ts';
import { unmadeRefundsCard } from './paid-refund.ts';
import { refundCard } from './refund.ts';
import { timeline } from './timeline.ts';

/** Renders the projects of an order, with the part of each if there are several. */
function projectLines({ projects }: OrderDetail): Content {
  if (projects.length < 2) return projects[0]?.name ?? '';
  return html`${projects.map(({ name, grams }) => html`<div>${name}, ${formatMass(grams)}</div>`)}`;
}

function orderFacts(order: OrderDetail): Content {
  const { metadata, callbackUrl, receiptPath, reference, variant, createdAt, product, portfolio } = order;
  const pairs = Object.entries(metadata).map(([name, value]): [string, Content] => [name, value]);
  const receipt = receiptPath
    ? html`<a href="${receiptPath}/receipt.pdf">PDF</a>, <a href="${receiptPath}/receipt.jws">signed</a>`
    : undefined;
  return facts([
    ['Order', html`<code data-copy="order">${order.id}</code>`],
    ['Created', time(createdAt)],
    ['Emissions', `${formatMass(order.grams)} CO₂e`],
    ['Price per tonne', formatMoney(order.pricePerTonne)],
    ['Buys', PRODUCT_WORDS[product].title],
    ['Portfolio', portfolio],
    [order.projects.length > 1 ? 'Projects' : 'Project', projectLines(order)],
    ['Reference', reference],
    ['Variant', variant],
    ['Receipt', receipt],
    ['Webhook endpoint', callbackUrl && html`<code>${callbackUrl}</code>`],
    ...pairs,
  ]);
}

function travellerFacts({ userName, userEmail, userTaxId }: OrderDetail): Content {
  if (!userName && !userEmail && !userTaxId)
    return html`<p class="soft">No personal data is stored for this order.</p>`;
  return facts([
    ['Name', userName && isolatedText(userName)],
    ['E-mail', userEmail && emailText(userEmail)],
    ['Tax ID', userTaxId],
  ]);
}

function creditsCard({ allocations, product }: OrderDetail): Content {
  if (allocations.length === 0) return '';
  const { title } = PRODUCT_WORDS[product];
  const rows = table(
    title,
    [
      { name: 'Project', cell: ({ project, lot }) => html`${project}<span class="sub">${lot}</span>` },
      { name: 'Mass', number: true, cell: ({ grams }) => formatMass(grams) },
      {
        name: 'State',
        cell: ({ allocatedAt, batch }) => {
          if (batch) return html`<a href="/retirements/${batch}">Retired</a>`;
          return allocatedAt === undefined ? 'Reserved' : 'Allocated, not yet retired';
        },
      },
    ],
    allocations,
  );
  return html`<section class="card"><h2>${title}</h2>${rows}</section>`;
}

function paymentsCard({ payments }: OrderDetail): Content {
  if (payments.length === 0) return '';
  const rows = table(
    'Payments',
    [
      {
        name: 'Provider',
        cell: ({ provider, reference }) => html`${provider}<span class="sub">${reference ?? ''}</span>`,
      },
      { name: 'Amount', number: true, cell: ({ received, amount }) => formatMoney(received ?? amount) },
      {
        name: 'State',
        cell: ({ state, fault }) =>
          html`${paymentBadge(state)}${fault ? html`<span class="sub">${fault}</span>` : ''}`,
      },
      { name: 'Updated', cell: ({ updatedAt }) => time(updatedAt) },
    ],
    payments,
  );
  return html`<section class="card"><h2>Payments</h2>${rows}</section>`;
}

/** Renders webhooks with their attempts; each links to its payload. */
function webhooksCard(visit: MerchantVisit, webhooks: readonly Webhook[], hasEndpoint: boolean): Content {
  const base = merchantPath(visit.merchant.id);
  if (webhooks.length === 0) {
    const text = hasEndpoint ? 'None has been sent yet.' : 'The order names no webhook endpoint.';
    return html`<section class="card"><h2>Webhooks</h2><p class="soft">${text}</p></section>`;
  }
  const replay = ({ id, type }: Webhook): Content =>
    may(visit.session.role, 'webhooks.replay')
      ? html`<form method="post" action="${base}/webhooks/${id}/replay"><button type="submit" aria-label="Replay ${type}, ${id}">Replay</button></form>`
      : '';
  const rows = table(
    'Webhooks',
    [
      {
        name: 'Webhook',
        cell: ({ id, type, attempts }) =>
          html`${rowLink(`${base}/webhooks/${id}`, type, id)}<span class="sub">${attempts.map(({ attempt, status, outcome }) => `attempt ${attempt}: ${status ?? outcome}`).join(', ')}</span>`,
      },
      { name: 'State', cell: (one) => webhookBadge(one) },
      { name: 'Actions', number: true, cell: replay },
    ],
    webhooks,
  );
  return html`<section class="card"><h2>Webhooks</h2>${rows}</section>`;
}

async function showOrder(visit: MerchantVisit): Promise<Response> {
  const { merchant, service, params, url } = visit;
  const order = await service.orders.find(merchant.id, params.order ?? '');
  if (!order) return notFoundPage(visit);
  const moves =
    order.status === 'pending' ||
    order.refundPendingMinor > 0 ||
    order.webhooks.some(({ isQueued }) => isQueued);
  return page(visit, {
    title: formatMoney(order.amount),
    name: `Order ${order.id.slice(-8)}, ${formatMoney(order.amount)}`,
    subtitle: html`${orderBadge(order)}`,
    place: 'orders',
    merchant,
    parent: { text: 'Orders', href: `${merchantPath(merchant.id)}/orders` },
    notice: doneNotice(url),
    refreshes: moves,
    content: html`<div class="columns"><div>
<section class="card"><h2>Timeline</h2>${timeline(order)}</section>
${webhooksCard(visit, order.webhooks, order.callbackUrl !== undefined)}
${paymentsCard(order)}
${unmadeRefundsCard(visit, order)}
${creditsCard(order)}
</div><div>
<section class="card"><h2>Details</h2>${orderFacts(order)}</section>
<section class="card"><h2>Traveller</h2>${travellerFacts(order)}</section>
${refundCard(visit, order)}
</div></div>`,
  });
}

/** One order with its timeline. */
export const orderPageRoutes: readonly Route[] = [
  forMerchant('GET', '/orders/:order', { permission: 'orders.read' }, showOrder),
];

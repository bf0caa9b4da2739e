import type { Product } from '@flight-offset/core';
import { counted, formatCount } from '../../format/count.ts';
import { formatMass, formatMassShort } from '../../format/mass.ts';
import { formatPercent } from '../../format/percent.ts';
import { PRODUCT_WORDS } from '../../format/product.ts';
import { time } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { forOperator, type Route, type SignedInVisit } from '../../http/route.ts';
import { page } from '../../layout/page.ts';
import { badge } from '../../parts/badge.ts';
import { table } from '../../parts/table.ts';
import type { DueRetirement, LotStock, Portfolio, RetiredBatch } from '../../service/credit.ts';
import { doneNotice } from '../done.ts';
import { recordForm, retirementRoutes } from './retirement.ts';

/** Note beside a mass that is not of carbon credits. */
function fuelNote(product: Product): string {
  return product === 'aviation_fuel' ? `, ${PRODUCT_WORDS[product].title.toLowerCase()}` : '';
}

function stockTable(lots: readonly LotStock[]): Content {
  return table(
    'Stock',
    [
      {
        name: 'Lot',
        cell: ({ id, project, registry, product }) =>
          html`${project}<span class="sub">${id}, ${registry}${fuelNote(product)}</span>`,
      },
      {
        name: 'Free',
        number: true,
        cell: ({ total, reserved, allocated }) => formatMassShort(total - reserved - allocated),
      },
      { name: 'Held', number: true, cell: ({ reserved }) => formatMassShort(reserved) },
      {
        name: 'Allocated or retired',
        number: true,
        cell: ({ allocated }) => formatMassShort(allocated),
      },
      { name: 'Total', number: true, cell: ({ total }) => formatMassShort(total) },
    ],
    lots,
    'No credits in stock. Import a catalogue: flight-offset-gateway projects import FILE',
  );
}

function dueTable(due: readonly DueRetirement[]): Content {
  return table(
    'Due at the registry',
    [
      {
        name: 'Project',
        cell: ({ project, registry, product }) =>
          html`${project}<span class="sub">${registry}${fuelNote(product)}</span>`,
      },
      {
        name: 'To retire',
        number: true,
        cell: ({ tonnes, orders, grams }) =>
          html`${formatCount(tonnes)} t<span class="sub">${formatMass(grams)} of ${counted(orders, 'order')}</span>`,
      },
      { name: 'Oldest paid', cell: ({ oldest }) => time(oldest) },
    ],
    due,
    'Nothing is due: every paid order is part of a retirement.',
  );
}

/** Formats parts as percentages of the whole: the shares need not add up to 100. */
function partsText({ parts }: Portfolio): string {
  const total = parts.reduce((sum, { share }) => sum + share, 0);
  return parts.map(({ project, share }) => `${project} ${formatPercent(share, total)}`).join(', ');
}

function portfolioTable(portfolios: readonly Portfolio[]): Content {
  return table(
    'Portfolios',
    [
      {
        name: 'Portfolio',
        cell: (one) => html`${one.name}<span class="sub">${partsText(one)}${fuelNote(one.product)}</span>`,
      },
      {
        name: 'Offer',
        cell: ({ place }) =>
          place === undefined ? badge('Not offered', 'plain') : badge(`Place ${place}`, 'done'),
      },
    ],
    portfolios,
    'Payers have no choice: each order takes the first project that has credits.',
  );
}

function batchTable(batches: readonly RetiredBatch[]): Content {
  return table(
    'Published batches',
    [
      {
        name: 'Batch',
        cell: ({ id, project, product }) =>
          html`<a href="/retirements/${id}">${project}</a><span class="sub">${id}${fuelNote(product)}</span>`,
      },
      { name: 'Mass', number: true, cell: ({ grams }) => formatMass(grams) },
      { name: 'Orders', number: true, cell: ({ orders }) => formatCount(orders) },
      { name: 'Published', cell: ({ publishedAt }) => time(publishedAt) },
    ],
    batches,
    'No batch has been published yet.',
  );
}

async function showCredits(visit: SignedInVisit): Promise<Response> {
  const { credits } = visit.service;
  const [stock, due, portfolios, batches] = await Promise.all([
    credits.stock(),
    credits.due(),
    credits.portfolios(),
    credits.batches(),
  ]);
  return page(visit, {
    title: 'Credits',
    place: 'credits',
    notice: doneNotice(visit.url),
    content: html`<section class="card"><h2>Stock</h2>${stockTable(stock)}</section>
<div class="columns"><div><section class="card"><h2>Due at the registry</h2>${dueTable(due)}</section>
<section class="card"><h2>Published batches</h2>${batchTable(batches)}${batches.length > 0 ? html`<p class="pager"><a href="/retirements">All batches</a></p>` : ''}</section></div>
<div><section class="card"><h2>Portfolios</h2>${portfolioTable(portfolios)}</section>
<section class="card"><h2>Record a retirement</h2><p class="small soft">Retire the tonnes at the registry first. To add its certificate, use the command line.</p>${recordForm()}</section></div></div>`,
  });
}

/** Stock, due retirements, and published batches. */
export const creditRoutes: readonly Route[] = [
  forOperator('GET', '/credits', { permission: 'credits.read' }, showCredits),
  ...retirementRoutes,
];

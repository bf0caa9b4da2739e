import { PRODUCTS, type Product } from '@flight-offset/core';
import { formatCount } from '../../format/count.ts';
import { formatMassShort } from '../../format/mass.ts';
import { PRODUCT_WORDS } from '../../format/product.ts';
import { formatDay } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { bars, curve } from '../../parts/plot.ts';
import { type Column, table } from '../../parts/table.ts';
import type { DayTotals, Overview } from '../../service/overview.ts';

/** Day and month, short enough for an axis. */
const axis = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function label({ day }: DayTotals): string {
  return axis.format(Date.parse(day));
}

/** Returns the products that were bought in these days; always with carbon credits. */
export function productsOf({ days }: Pick<Overview, 'days'>): readonly Product[] {
  return PRODUCTS.filter((one) => one === 'carbon_credits' || days.some(({ grams }) => grams[one] > 0));
}

function massCard(days: readonly DayTotals[], product: Product): Content {
  const points = days.map((day) => ({ label: label(day), value: day.grams[product] }));
  return html`<section class="card"><h2>${PRODUCT_WORDS[product].title} by day</h2><ul class="legend"><li>CO₂e of paid orders</li></ul>${curve({ points, format: formatMassShort })}</section>`;
}

/** Orders and grams by day as plots, with one table of the same figures. */
export function plots({ days }: Overview): Content {
  const orders = days.map((day) => ({ label: label(day), value: day.orders, part: day.paid }));
  const products = productsOf({ days });
  const rows = table(
    'Orders by day',
    [
      { name: 'Day', cell: ({ day }) => formatDay(Date.parse(day)) },
      { name: 'Orders', number: true, cell: (one) => formatCount(one.orders) },
      { name: 'Paid', number: true, cell: ({ paid }) => formatCount(paid) },
      ...products.map(
        (product): Column<DayTotals> => ({
          name: PRODUCT_WORDS[product].title,
          number: true,
          cell: ({ grams }) => formatMassShort(grams[product]),
        }),
      ),
    ],
    days.toReversed(),
  );
  return html`<div class="plots">
<section class="card"><h2>Orders by day</h2><ul class="legend"><li>Paid</li><li class="rest">Not paid</li></ul>${bars({ points: orders, format: formatCount })}</section>
${products.map((product) => massCard(days, product))}
</div>
<section class="card"><details><summary>The same figures as a table</summary>${rows}</details></section>`;
}

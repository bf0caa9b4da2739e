import { formatCount } from '../../format/count.ts';
import { formatMassShort } from '../../format/mass.ts';
import { formatDay } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import { bars, curve } from '../../parts/plot.ts';
import { table } from '../../parts/table.ts';
import type { DayTotals, Overview } from '../../service/overview.ts';

/** Day and month, short enough for an axis. */
const axis = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function label({ day }: DayTotals): string {
  return axis.format(Date.parse(day));
}

/** Orders and grams by day as plots, with one table of the same figures. */
export function plots({ days }: Overview): Content {
  const orders = days.map((day) => ({ label: label(day), value: day.orders, part: day.paid }));
  const grams = days.map((day) => ({ label: label(day), value: day.grams }));
  const rows = table(
    'Orders by day',
    [
      { name: 'Day', cell: ({ day }) => formatDay(Date.parse(day)) },
      { name: 'Orders', number: true, cell: (one) => formatCount(one.orders) },
      { name: 'Paid', number: true, cell: ({ paid }) => formatCount(paid) },
      { name: 'Emissions covered', number: true, cell: (one) => formatMassShort(one.grams) },
    ],
    days.toReversed(),
  );
  return html`<div class="plots">
<section class="card"><h2>Orders by day</h2><ul class="legend"><li>Paid</li><li class="rest">Not paid</li></ul>${bars({ points: orders, format: formatCount })}</section>
<section class="card"><h2>Emissions covered by day</h2><ul class="legend"><li>Paid orders</li></ul>${curve({ points: grams, format: formatMassShort })}</section>
</div>
<section class="card"><details><summary>The same figures as a table</summary>${rows}</details></section>`;
}

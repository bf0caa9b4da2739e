import { formatMass } from '../../format/mass.ts';
import { formatMoney } from '../../format/money.ts';
import { time } from '../../format/time.ts';
import { type Content, html } from '../../http/html.ts';
import type { MerchantVisit } from '../../http/route.ts';
import { orderPath } from '../../layout/navigation.ts';
import { refundBadge } from '../../parts/refund-badge.ts';
import { rowLink } from '../../parts/row-link.ts';
import { table } from '../../parts/table.ts';
import type { OrderRefund } from '../../service/order.ts';

/** Causes of refunds, in words. */
const CAUSES: Readonly<Record<OrderRefund['cause'], string>> = {
  requested: 'Requested',
  surplus: 'Surplus payment',
  provider: 'Made at the provider',
  dispute: 'Dispute',
};

/** Refunds with a link to the order of each. */
export function refundsTable(visit: MerchantVisit, refunds: readonly OrderRefund[]): Content {
  return table(
    'Refunds',
    [
      {
        name: 'Amount',
        cell: ({ amount, orderId, grams }) =>
          html`${rowLink(orderPath(visit.merchant.id, orderId), formatMoney(amount), orderId)}<span class="sub whole">${formatMass(grams)} CO₂e</span>`,
      },
      { name: 'State', cell: refundBadge },
      {
        name: 'Cause',
        cell: ({ cause, reason, fault, paidReference }) => {
          const paid = paidReference === undefined ? undefined : `Paid another way: ${paidReference}`;
          return html`${CAUSES[cause]}<span class="sub">${paid ?? fault ?? reason ?? ''}</span>`;
        },
      },
      { name: 'Recorded', cell: ({ createdAt }) => time(createdAt) },
    ],
    refunds,
    'No refunds yet.',
  );
}

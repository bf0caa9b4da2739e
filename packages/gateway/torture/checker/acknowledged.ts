import type { Check, Finding } from './facts.ts';

/** Is every acknowledged order stored, once, as it was sent, and no order that was never sent? */
export const acknowledgedOrders: Check = ({ journal, snapshot }) => {
  const findings: Finding[] = [];
  const stored = new Map(snapshot.orders.map((order) => [order.id, order]));
  const byMarker = Map.groupBy(snapshot.orders, ({ user_name }) => user_name ?? '');
  const sent = new Map(journal.sent.map((one) => [one.marker, one]));
  for (const { orderId, marker, merchant } of journal.acknowledged) {
    const order = stored.get(orderId);
    if (!order) findings.push({ kind: 'lost', detail: `${orderId} of ${merchant} was acknowledged` });
    else if (order.user_name !== marker)
      findings.push({
        kind: 'altered',
        detail: `${orderId} was returned for ${marker} and is ${order.user_name}`,
      });
  }
  for (const [marker, responses] of Map.groupBy(journal.acknowledged, ({ marker }) => marker)) {
    const ids = new Set(responses.map(({ orderId }) => orderId));
    if (ids.size > 1) findings.push({ kind: 'doubled', detail: `${marker} returned ${[...ids].join(', ')}` });
  }
  const underKeys = Map.groupBy(
    journal.sent.filter(({ key }) => key !== undefined),
    ({ merchant, key }) => `${key} of ${merchant}`,
  );
  for (const [key, requests] of underKeys) {
    const made = requests.filter(({ marker }) => byMarker.has(marker));
    if (made.length > 1)
      findings.push({
        kind: 'doubled',
        detail: `${key} made ${made.map(({ marker }) => marker).join(', ')}`,
      });
  }
  for (const [marker, orders] of byMarker) {
    const request = sent.get(marker);
    if (!request) {
      findings.push({ kind: 'invented', detail: `${orders[0]?.id}: nobody sent "${marker}"` });
      continue;
    }
    if (orders.length > 1)
      findings.push({ kind: 'doubled', detail: `${marker} is ${orders.map(({ id }) => id).join(', ')}` });
    for (const order of orders) {
      const same =
        order.merchant_id === request.merchant &&
        order.emission_amount === request.amount &&
        order.emission_unit === request.unit &&
        order.email_key === (request.email?.toLowerCase() ?? null) &&
        order.user_tax_id === (request.taxId ?? null) &&
        order.callback_url === (request.callbackUrl ?? null);
      if (!same) findings.push({ kind: 'altered', detail: `${order.id} is not what ${marker} sent` });
    }
  }
  return findings;
};

/** Does every final state that was seen stay, and does no order leave a final state? */
export const reportedStates: Check = ({ journal, snapshot }) => {
  const findings: Finding[] = [];
  const stored = new Map(snapshot.orders.map((order) => [order.id, order]));
  for (const [orderId, seen] of Map.groupBy(journal.observed, ({ orderId }) => orderId)) {
    const finals = new Set(seen.map(({ status }) => status).filter((status) => status !== 'pending'));
    if (finals.size > 1)
      findings.push({
        kind: 'left-final-state',
        detail: `${orderId} was reported as ${[...finals].join(', then ')}`,
      });
    const [final] = finals;
    const order = stored.get(orderId);
    if (final && order && order.status !== final)
      findings.push({
        kind: 'forgotten-state',
        detail: `${orderId} was reported as ${final} and is ${order.status}`,
      });
    if (!order) findings.push({ kind: 'lost', detail: `${orderId} was shown` });
  }
  for (const order of snapshot.orders) {
    const pending = order.status === 'pending';
    if (order.status !== order.payment_status || pending !== (order.settled_at === null))
      findings.push({
        kind: 'half-settled',
        detail: `${order.id}: ${order.status}, payment ${order.payment_status}, at ${order.settled_at}`,
      });
  }
  return findings;
};

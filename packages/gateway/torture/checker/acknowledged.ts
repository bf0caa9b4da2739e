import { allOf } from './all-of.ts';
import type { Check, Finding, Sent } from './facts.ts';
import type { StoredOrder } from './stored.ts';

/** Is every acknowledged order stored, as the one that was sent? */
const knownOrders: Check = ({ journal, snapshot }) => {
  const stored = new Map(snapshot.orders.map((order) => [order.id, order]));
  return journal.acknowledged.flatMap(({ orderId, marker, merchant }): Finding[] => {
    const order = stored.get(orderId);
    if (!order) return [{ kind: 'lost', detail: `${orderId} of ${merchant} was acknowledged` }];
    if (order.user_name === marker) return [];
    return [{ kind: 'altered', detail: `${orderId} was returned for ${marker} and is ${order.user_name}` }];
  });
};

/** Did the repeats of a request return one order? */
const repeatedRequests: Check = ({ journal }) =>
  [...Map.groupBy(journal.acknowledged, ({ marker }) => marker)].flatMap(([marker, responses]): Finding[] => {
    const ids = new Set(responses.map(({ orderId }) => orderId));
    return ids.size > 1 ? [{ kind: 'doubled', detail: `${marker} returned ${[...ids].join(', ')}` }] : [];
  });

/** Did the different requests under one idempotency key make at most one order? */
const idempotencyKeys: Check = ({ journal, snapshot }) => {
  const stored = new Set(snapshot.orders.map(({ user_name }) => user_name));
  const underKeys = Map.groupBy(
    journal.sent.filter(({ key }) => key !== undefined),
    ({ merchant, key }) => `${key} of ${merchant}`,
  );
  return [...underKeys].flatMap(([key, requests]): Finding[] => {
    const made = requests.map(({ marker }) => marker).filter((marker) => stored.has(marker));
    return made.length > 1 ? [{ kind: 'doubled', detail: `${key} made ${made.join(', ')}` }] : [];
  });
};

/** Was every stored order sent, is it stored once, and as it was sent? */
const storedOrders: Check = ({ journal, snapshot }) => {
  const findings: Finding[] = [];
  const sent = new Map(journal.sent.map((one) => [one.marker, one]));
  for (const [marker, orders] of Map.groupBy(snapshot.orders, ({ user_name }) => user_name ?? '')) {
    const request = sent.get(marker);
    if (!request) {
      findings.push({ kind: 'invented', detail: `${orders[0]?.id}: nobody sent "${marker}"` });
      continue;
    }
    if (orders.length > 1)
      findings.push({ kind: 'doubled', detail: `${marker} is ${orders.map(({ id }) => id).join(', ')}` });
    for (const order of orders)
      if (!isAsSent(order, request))
        findings.push({ kind: 'altered', detail: `${order.id} is not what ${marker} sent` });
  }
  return findings;
};

function isAsSent(order: StoredOrder, request: Sent): boolean {
  return (
    order.merchant_id === request.merchant &&
    order.emission_amount === request.amount &&
    order.emission_unit === request.unit &&
    order.email_key === (request.email?.toLowerCase() ?? null) &&
    order.user_tax_id === (request.taxId ?? null) &&
    order.callback_url === (request.callbackUrl ?? null)
  );
}

/** Does every final state that was seen stay, and is the order of every state that was seen stored? */
const lastingStates: Check = ({ journal, snapshot }) => {
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
  return findings;
};

/** Do the state of every order, that of its payment and the time of its end agree? */
const settledStates: Check = ({ snapshot }) =>
  snapshot.orders.flatMap(({ id, status, payment_status, settled_at }): Finding[] => {
    const isPending = status === 'pending';
    if (status === payment_status && isPending === (settled_at === null)) return [];
    return [
      { kind: 'half-settled', detail: `${id}: ${status}, payment ${payment_status}, at ${settled_at}` },
    ];
  });

/** Is every acknowledged order stored, once, as it was sent, and no order that was never sent? */
export const acknowledgedOrders: Check = allOf(knownOrders, repeatedRequests, idempotencyKeys, storedOrders);

/** Does every final state that was seen stay, and does no order leave a final state? */
export const reportedStates: Check = allOf(lastingStates, settledStates);

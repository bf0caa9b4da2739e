import type { Check, Finding } from './facts.ts';

/** Did every merchant see only its own orders and transactions? */
export const apart: Check = ({ journal, snapshot }) => {
  const findings: Finding[] = [];
  const orderOwner = new Map(snapshot.orders.map(({ id, merchant_id }) => [id, merchant_id]));
  const transactionOwner = new Map(snapshot.transactions.map(({ id, merchant_id }) => [id, merchant_id]));
  const seen = (merchant: string, id: string, owner: string | undefined): void => {
    if (owner !== undefined && owner !== merchant)
      findings.push({ kind: 'foreign-data', detail: `${merchant} saw ${id} of ${owner}` });
  };
  for (const { merchant, orderId } of [...journal.observed, ...journal.acknowledged])
    seen(merchant, orderId, orderOwner.get(orderId));
  for (const { merchant, orderIds } of journal.lists)
    for (const orderId of orderIds) seen(merchant, orderId, orderOwner.get(orderId));
  for (const { merchant, id } of journal.transactions) seen(merchant, id, transactionOwner.get(id));
  return findings;
};

import type { RetirementBatch } from '@flight-offset/core/retirement';
import type { Check, Finding } from './facts.ts';
import type { Snapshot, StoredBatch, StoredRetirement } from './stored.ts';

const GRAMS_PER_TONNE = 1_000_000;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Does each batch contain the orders it counts, and did a registry retire their total for it? */
export const batches: Check = ({ snapshot }) => {
  const leaves = Map.groupBy(snapshot.leaves, ({ batch }) => batch);
  const parts = Map.groupBy(snapshot.parts, ({ batch }) => batch);
  const findings: Finding[] = [];
  for (const batch of snapshot.batches) {
    const own = leaves.get(batch.id) ?? [];
    const grams = sum(own.map((leaf) => leaf.grams));
    if (own.length !== batch.orders || grams !== batch.grams)
      findings.push({
        kind: 'batch-adrift',
        detail: `${batch.id} counts ${batch.orders} orders of ${batch.grams} g, and holds ${own.length} of ${grams}`,
      });
    findings.push(...checkCoverage(batch, parts.get(batch.id) ?? []));
    if (batch.document !== null) findings.push(...checkDocument(batch, batch.document, snapshot));
  }
  return findings;
};

/** Checks that a published document states the stored serial numbers, and every document that it corrects. */
function checkDocument(
  { id, corrected }: StoredBatch,
  document: string,
  { parts, serials }: Snapshot,
): Finding[] {
  const { retirements: named, corrects = [] } = JSON.parse(
    Buffer.from(document.split('.')[1] ?? '', 'base64url').toString(),
  ) as Pick<RetirementBatch, 'retirements' | 'corrects'>;
  const shown = (ranges: readonly { readonly first: number; readonly last: number }[]): string =>
    ranges
      .map(({ first, last }) => `${first}..${last}`)
      .toSorted()
      .join(', ');
  const own = new Set(parts.filter(({ batch }) => batch === id).map(({ retirement }) => retirement));
  const [published, stored] = [
    shown(named.flatMap((one) => one.serials)),
    shown(serials.filter(({ retirement }) => own.has(retirement))),
  ];
  if (published === stored && corrects.length === corrected) return [];
  return [
    {
      kind: 'batch-adrift',
      detail: `${id} states ${published} after ${corrects.length} corrections; stored are ${stored} and ${corrected}`,
    },
  ];
}

function checkCoverage(batch: StoredBatch, parts: Snapshot['parts']): Finding[] {
  const covered = sum(parts.map(({ grams_from, grams_to }) => grams_to - grams_from));
  const wanted = batch.state === 'published' ? batch.grams : 0;
  if (covered === wanted) return [];
  return [
    { kind: 'not-covered', detail: `${batch.id} is ${batch.state}: ${covered} g cover it, not ${wanted}` },
  ];
}

/** Is every order in a batch paid, with all of its allocated grams, and in that batch alone? */
export const leaves: Check = ({ snapshot }) => {
  const projects = new Map(snapshot.lots.map(({ id, project }) => [id, project]));
  const orders = new Map(snapshot.orders.map((order) => [order.id, order]));
  const key = (order: string, project: string | undefined, batch: string): string =>
    `${order} ${project} ${batch}`;
  const marked = Map.groupBy(
    snapshot.allocations.filter(({ batch }) => batch !== null),
    ({ order_id, lot, batch }) => key(order_id, projects.get(lot), batch ?? ''),
  );
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const { order_id, merchant_id, project, batch, grams } of snapshot.leaves) {
    const own = marked.get(key(order_id, project, batch)) ?? [];
    seen.add(key(order_id, project, batch));
    const order = orders.get(order_id);
    const allocated = sum(own.map((row) => row.grams));
    if (order?.status !== 'completed' || order.merchant_id !== merchant_id || allocated !== grams)
      findings.push({
        kind: 'retired-wrongly',
        detail: `${order_id} of ${merchant_id} is ${order?.status}: ${grams} g of ${project} in ${batch}, ${allocated} allocated`,
      });
  }
  for (const [name] of marked)
    if (!seen.has(name))
      findings.push({ kind: 'retired-wrongly', detail: `${name} is marked and not in the batch` });
  return findings;
};

/** Does each retirement have one serial number per tonne, each credit once, and each gram in at most one batch? */
export const retirements: Check = ({ snapshot }) => [
  ...snapshot.retirements.flatMap((retirement) => checkTonnage(snapshot, retirement)),
  ...[...Map.groupBy(snapshot.serials, ({ registry, block }) => `${registry} ${block}`)].flatMap(
    ([name, ranges]) => findOverlaps('serials-reused', name, ranges),
  ),
  ...[...Map.groupBy(snapshot.parts, ({ retirement }) => retirement)].flatMap(([name, parts]) =>
    findOverlaps(
      'not-covered',
      name,
      parts.map(({ grams_from, grams_to }) => ({ first: grams_from, last: grams_to - 1 })),
    ),
  ),
];

function checkTonnage({ serials, parts }: Snapshot, { id, tonnes }: StoredRetirement): Finding[] {
  const credits = sum(
    serials.filter(({ retirement }) => retirement === id).map(({ first, last }) => last - first + 1),
  );
  const end = Math.max(
    0,
    ...parts.filter(({ retirement }) => retirement === id).map((part) => part.grams_to),
  );
  if (credits === tonnes && end <= tonnes * GRAMS_PER_TONNE) return [];
  return [
    { kind: 'not-covered', detail: `${id}: ${tonnes} t, ${credits} serial numbers, used up to ${end} g` },
  ];
}

function findOverlaps(
  kind: Finding['kind'],
  name: string,
  ranges: readonly { readonly first: number; readonly last: number }[],
): Finding[] {
  const sorted = ranges.toSorted((a, b) => a.first - b.first);
  return sorted.flatMap(({ first }, at) => {
    const before = sorted[at - 1];
    return before && before.last >= first
      ? [{ kind, detail: `${name}: ${first} is also in another range` }]
      : [];
  });
}

import type { Check, Finding } from './facts.ts';
import type { StoredAllotment } from './stored.ts';

/** Do the grams of a lot's allotments equal the lot's count of them, and stay within the lot? */
export const lots: Check = ({ snapshot }) => {
  const byLot = Map.groupBy(snapshot.allotments, ({ lot }) => lot);
  return snapshot.lots.flatMap((lot): Finding[] => {
    const own = byLot.get(lot.id) ?? [];
    const add = (of: (one: StoredAllotment) => number): number =>
      own.reduce((total, one) => total + of(one), 0);
    return [
      ...findDifference(
        `${lot.id}, allotted`,
        lot.grams_allotted,
        add(({ grams }) => grams),
      ),
      ...findDifference(
        `${lot.id}, sold`,
        lot.grams_sold,
        add(({ grams_reported }) => grams_reported),
      ),
      ...findDifference(
        `${lot.id}, holders`,
        lot.holders,
        add(({ topped_up_at }) => Number(topped_up_at !== null)),
      ),
      ...findDifference(`${lot.id}, unaccounted`, lot.grams_unaccounted, 0),
      ...findExcess(`${lot.id}, allotted`, lot.grams_allotted, lot.grams_total),
    ];
  });
};

/** Is every gram of an allotment free, reserved by a pending order of its merchant or allocated to a completed one? */
export const allotments: Check = ({ snapshot }) => {
  const nameOf = ({ merchant_id, lot }: { merchant_id: string; lot: string }): string =>
    `${merchant_id}, ${lot}`;
  const byName = Map.groupBy(snapshot.allocations, nameOf);
  const found = snapshot.allotments.flatMap((one): Finding[] => {
    const name = nameOf(one);
    const rows = byName.get(name) ?? [];
    const grams = (isAllocated: boolean): number =>
      rows.reduce((sum, row) => sum + ((row.allocated_at !== null) === isAllocated ? row.grams : 0), 0);
    byName.delete(name);
    return [
      ...findDifference(`${name}, reserved`, one.grams_reserved, grams(false)),
      ...findDifference(`${name}, allocated`, one.grams_allocated, grams(true)),
      ...findExcess(name, one.grams_reserved + one.grams_allocated, one.grams),
    ];
  });
  const without = [...byName.keys()].map(
    (name): Finding => ({
      kind: 'credits-adrift',
      detail: `${name}: orders hold credits, and there is no allotment`,
    }),
  );
  return [...found, ...without];
};

function findDifference(what: string, counted: number, found: number): Finding[] {
  if (counted === found) return [];
  return [{ kind: 'credits-adrift', detail: `${what}: ${counted}, not ${found}` }];
}

function findExcess(what: string, grams: number, most: number): Finding[] {
  return grams > most ? [{ kind: 'oversold', detail: `${what}: ${grams} g of ${most}` }] : [];
}

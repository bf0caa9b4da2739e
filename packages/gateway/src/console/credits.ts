import { type CreditService, Refusal, type RetirementForm } from '@flight-offset/console';
import { readLotUse } from '../allotments/lot-use.ts';
import { listPortfolios } from '../projects/list-portfolios.ts';
import { listBatches } from '../retirements/find.ts';
import { type NewRetirement, readSerials, readTonnes } from '../retirements/new-retirement.ts';
import { planRetirements } from '../retirements/plan.ts';
import type { Publisher } from '../retirements/publish.ts';
import { checkRetirement, recordRetirement } from '../retirements/record.ts';
import { forLongReads } from '../store/engine.ts';
import type { Tx } from '../store/transaction.ts';
import { byOf } from './by.ts';
import { claimForm } from './claim-form.ts';
import { rethrowAsRefusal } from './rethrow-as-refusal.ts';

/** Reads a retirement as a person entered it. @throws Refusal which names the invalid field. */
function readRetirement({ project, tonnes, serials, date, url }: RetirementForm): NewRetirement {
  return {
    project,
    tonnes: readTonnes(tonnes, (rule) => new Refusal(`Tonnes ${rule}.`)),
    serials: readSerials(serials, (rule) => new Refusal(`Serial numbers ${rule}.`)),
    retiredOn: date,
    url,
  };
}

/** Reads and retires credits for the console. */
export function creditsOf(publisher: Publisher): CreditService {
  const { db } = publisher;
  const forSums = forLongReads(db);
  return {
    async stock() {
      const use = await readLotUse(forSums.reader);
      const projects = await db.reader
        .selectFrom('projects')
        .selectAll()
        .orderBy('position')
        .orderBy('id')
        .execute();
      return projects.flatMap(({ id: project, name, registry, product }) =>
        use
          .filter((lot) => lot.project === project)
          .map(({ id, total, reserved, allocated }) => ({
            id,
            project: name,
            registry,
            product,
            total,
            reserved,
            allocated,
          })),
      );
    },
    due: () => planRetirements(forSums),
    async portfolios() {
      const listed = await listPortfolios(db);
      return listed.map(({ name, product, position, parts }) => ({
        name,
        product,
        place: position ?? undefined,
        parts,
      }));
    },
    async batches() {
      const listed = await listBatches(db);
      return listed.map(({ batch, project }) => ({
        id: batch.id,
        project: project.name,
        product: project.product,
        orders: batch.orders,
        grams: batch.grams,
        publishedAt: batch.published_at,
      }));
    },
    async check(form) {
      const { id, name, registry } = await rethrowAsRefusal(checkRetirement(publisher, readRetirement(form)));
      const due = (await planRetirements(forSums)).find(({ project }) => project === id);
      return { project: name, registry, due };
    },
    async record(actor, { once, ...form }) {
      const claim = (tx: Tx): Promise<boolean> =>
        claimForm(tx, { merchantId: '', act: 'retirement', once }, publisher.now());
      await rethrowAsRefusal(recordRetirement(publisher, readRetirement(form), byOf(actor), claim));
    },
  };
}

import type { ReceiptCredit } from '@flight-offset/core/retirement';
import { readFacts } from '../projects/facts.ts';
import type { Database } from '../store/engine.ts';
import type { OrderRow, ProjectFactRow } from '../store/schema.ts';
import type { OrderCredits } from './credits-of.ts';
import { proofOf } from './proof.ts';

/** Returns the credits of an order for its receipt: per project and batch, with the proof once they are retired. */
export async function receiptCredits(
  db: Database,
  order: Pick<OrderRow, 'id' | 'merchant_id'>,
  credits: readonly OrderCredits[],
): Promise<ReceiptCredit[]> {
  const ids = credits.map(({ project }) => project);
  if (ids.length === 0) return [];
  const [projects, facts] = await Promise.all([
    db.reader.selectFrom('projects').selectAll().where('id', 'in', ids).execute(),
    readFacts(db.reader, ids),
  ]);
  const byId = new Map(
    projects.map(({ id, name, registry, project_id, product }) => [
      id,
      {
        project: { name, registry, project_id },
        ...(product !== 'carbon_credits' && { product }),
        ...labelOf(facts.get(id)),
      },
    ]),
  );
  return Promise.all(
    credits.map(async ({ project, grams, batch }) => {
      const known = byId.get(project) ?? { project: { name: project, registry: '', project_id: project } };
      const { id: order_id, merchant_id } = order;
      const proven = batch === null ? undefined : await proofOf(db, { merchant_id, order_id, batch });
      return { ...known, grams, ...(proven ?? { retirement: null }) };
    }),
  );
}

/** Returns the date of the label, if the registry shows it. */
function labelOf(facts: ProjectFactRow | undefined): Pick<ReceiptCredit, 'ccp_label_on'> {
  const date = facts?.ccp_label_on ?? null;
  return date === null ? {} : { ccp_label_on: date };
}

import type { ReceiptCredit } from '@flight-offset/core/retirement';
import type { Database } from '../store/engine.ts';
import type { OrderRow } from '../store/schema.ts';
import type { OrderCredits } from './credits-of.ts';
import { proofOf } from './proof.ts';

/** The credits of an order as its receipt states them: per project, with the proof once they are retired. */
export async function receiptCredits(
  db: Pick<Database, 'reader'>,
  order: Pick<OrderRow, 'id' | 'merchant_id'>,
  credits: readonly OrderCredits[],
): Promise<ReceiptCredit[]> {
  const projects = await db.reader.selectFrom('projects').selectAll().execute();
  const byId = new Map(
    projects.map(({ id, name, registry, project_id }) => [id, { name, registry, project_id }]),
  );
  return Promise.all(
    credits.map(async ({ project, grams, batch }) => {
      const known = byId.get(project) ?? { name: project, registry: '', project_id: project };
      const { id: order_id, merchant_id } = order;
      const proof = batch === null ? undefined : await proofOf(db, { merchant_id, order_id, project });
      return { project: known, grams, retirement: proof ?? null };
    }),
  );
}

import { GRAMS_PER_CREDIT } from '@flight-offset/core';
import type { IssuerKeys } from '@flight-offset/core/retirement';
import { decodeJwt } from 'jose';
import { counted } from '../../counted.ts';
import { listReceiptKeys } from '../../credentials/receipt-keys.ts';
import { formatIds } from '../../format-ids.ts';
import { wholeTonnes } from '../../retirements/check-lots.ts';
import { findContradiction } from '../../retirements/contradiction.ts';
import { findBatchDamage } from '../../retirements/damage.ts';
import { readDue } from '../../retirements/due.ts';
import { sumLeaves } from '../../retirements/leaf-sums.ts';
import { planRetirements } from '../../retirements/plan.ts';
import { enteredRange, readSerialsOf } from '../../retirements/serial-ledger.ts';
import { uncoveredGrams } from '../../retirements/surplus.ts';
import { DAY_MS, timeSpan } from '../../time-span.ts';
import { type Check, fault, LATE_MS, ok, warning } from './check.ts';
import { formatTonnes } from './wording.ts';

const RECORD = 'flight-offset-gateway retirements record';
const PUBLISH = 'flight-offset-gateway retirements publish';

/** Returns the URL that a batch names; undefined if its document was damaged, which another check finds. */
function issuerOf(document: string | null): string | undefined {
  try {
    return decodeJwt(document ?? '').iss;
  } catch {
    return undefined;
  }
}

/** Checks of retirements: what is due, late, too much or too little at the registries. */
export const retirementChecks: readonly Check[] = [
  {
    name: 'Allocated credits are retired on schedule',
    async run({ db, config, now }) {
      const plan = await planRetirements(db);
      const limit = config.GATEWAY_RETIRE_WITHIN_DAYS * DAY_MS;
      const line = plan.map(
        ({ project, grams, orders, oldest, tonnes: due }) =>
          `${project}: ${formatTonnes(grams)} of ${counted(orders, 'order')}, the oldest ${timeSpan(now() - oldest)} ago, ${due} t to retire`,
      );
      const late = plan.filter(({ oldest }) => now() - oldest > limit);
      if (late.length === 0) return line.length === 0 ? ok() : ok(line.join('; '));
      const projects = late.map(({ project }) => project).join(', ');
      return warning(
        `past ${config.GATEWAY_RETIRE_WITHIN_DAYS} days: ${projects}; ${line.join('; ')}`,
        late.every(({ tonnes: due }) => due === 0)
          ? PUBLISH
          : `retire at the registry, then: ${RECORD} --project …`,
      );
    },
  },
  {
    name: 'Retirement batches are published',
    async run({ db, now }) {
      const open = await db.kysely
        .selectFrom('retirement_batches')
        .select(['id', 'created_at'])
        .where('state', '<>', 'published')
        .where('created_at', '<', now() - LATE_MS)
        .execute();
      if (open.length === 0) return ok();
      return fault(formatIds(open.map(({ id }) => id)), PUBLISH);
    },
  },
  {
    name: 'Retirements cover their batches',
    async run({ db, sealer, readsAll = false }) {
      // Another check finds a secret that does not open.
      const kept = await listReceiptKeys(db, sealer).catch(() => []);
      const keys = kept.map(({ publicKey }) => publicKey as IssuerKeys['keys'][number]);
      const batches = await db.kysely
        .selectFrom('retirement_batches')
        .select(['id', 'orders', 'grams', 'document'])
        .select(({ selectFrom, fn }) => [
          selectFrom('retirement_parts')
            .select(({ eb }) => fn.sum<number>(eb('grams_to', '-', eb.ref('grams_from'))).as('sum'))
            .whereRef('retirement_parts.batch', '=', 'retirement_batches.id')
            .as('covered'),
        ])
        .where('state', '=', 'published')
        .execute();
      const wrong: string[] = [];
      for (const { id, orders, grams, covered, document } of batches) {
        const held = await sumLeaves(db, id);
        const verifying = { keys: { keys }, readsOrders: readsAll };
        const damage = await findBatchDamage(db, { id, document: document ?? '' }, verifying);
        if (damage !== undefined) wrong.push(`${id}: ${damage}`);
        else if ((covered ?? 0) !== grams || held.grams !== grams || held.orders !== orders) wrong.push(id);
      }
      if (wrong.length === 0) return ok();
      return fault(
        formatIds(wrong),
        'restore its rows from a backup, or report it if they are the same there',
      );
    },
  },
  {
    name: 'Batches name the public URL as their issuer',
    async run({ db, config: { GATEWAY_PUBLIC_URL: url } }) {
      if (url === undefined) return ok();
      const published = await db.kysely
        .selectFrom('retirement_batches')
        .select('document')
        .where('state', '=', 'published')
        .execute();
      const others = published.map(({ document }) => issuerOf(document)).filter((one) => one && one !== url);
      if (others.length === 0) return ok();
      const issuers = [...new Set(others)].join(', ');
      return warning(
        `${counted(others.length, 'batch', 'batches')} of ${issuers}: receipts that name ${url} are refused with them`,
        `set GATEWAY_PUBLIC_URL to ${issuers} again, and redirect the other address there`,
      );
    },
  },
  {
    name: 'Registries confirm the retirements',
    async run({ db }) {
      // Without the certificates, which may have megabytes each.
      const retirements = await db.kysely
        .selectFrom('retirements')
        .select(['id', 'project', 'registry', 'retired_on'])
        .execute();
      const lines: string[] = [];
      for (const { id, project, registry, retired_on: retiredOn } of retirements) {
        const serials = (await readSerialsOf(db.kysely, id)).map(enteredRange);
        const otherwise = await findContradiction(db.kysely, { project, registry, retiredOn, serials });
        if (otherwise !== undefined) lines.push(`${id}: ${otherwise}`);
      }
      if (lines.length === 0) return ok();
      return fault(
        lines.join('; '),
        'compare with the registry, retire there what is in circulation, then import a newer export; if it was mistyped: flight-offset-gateway retirements correct',
      );
    },
  },
  {
    name: 'Retired credits do not exceed purchases',
    async run({ db }) {
      const retired = await db.kysely
        .selectFrom('retirements')
        .select(({ fn }) => ['project', fn.sum<number>('tonnes').as('tonnes')])
        .groupBy('project')
        .execute();
      const bought = await db.kysely
        .selectFrom('credit_lots')
        .select(({ fn }) => ['project', fn.sum<number>('grams_total').as('grams')])
        .groupBy('project')
        .execute();
      const stock = new Map(bought.map(({ project, grams }) => [project, grams]));
      const over = retired.filter((one) => one.tonnes > wholeTonnes(stock.get(one.project) ?? 0));
      if (over.length > 0) {
        const lines = over.map(
          ({ project, tonnes: gone }) =>
            `${project}: ${formatTonnes(gone * GRAMS_PER_CREDIT)} retired, ${formatTonnes(stock.get(project) ?? 0)} bought`,
        );
        return fault(lines.join('; '), 'compare the serial numbers with the registry');
      }
      // Credits that wait for the rest of a large order are not a surplus, because the order is due.
      const due = new Map((await readDue(db)).map(({ project, grams }) => [project, grams]));
      const surpluses: string[] = [];
      for (const [project, grams] of await uncoveredGrams(db.kysely)) {
        const surplus = grams - (due.get(project) ?? 0);
        if (surplus >= GRAMS_PER_CREDIT)
          surpluses.push(`${project}: ${formatTonnes(surplus)} cover no order yet`);
      }
      if (surpluses.length === 0) return ok();
      return warning(surpluses.join('; '), 'retire less next time: flight-offset-gateway retirements plan');
    },
  },
];

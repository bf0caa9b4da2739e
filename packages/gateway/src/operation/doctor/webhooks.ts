import { sql } from 'kysely';
import { counted } from '../../counted.ts';
import { isDistributed } from '../../store/is-distributed.ts';
import { DAY_MS, timeSpan } from '../../time-span.ts';
import {
  countDisabledEndpoints,
  countFailingEndpoints,
  type EndpointCount,
} from '../../webhooks/troubled-endpoints.ts';
import { firstDue, lanesBehind, waitingLanes } from '../../webhooks/waiting.ts';
import { type Check, fault, ok, warning } from './check.ts';

/** Maximum delay that is no finding: a serving process sends due webhooks within a second. */
const OVERDUE_MS = 5 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;

/** Maximum number of merchants or lanes in a finding. */
const MAX_NAMED = 5;

function nameEndpoints(counts: readonly EndpointCount[], at: number): string {
  const lines = counts
    .slice(0, MAX_NAMED)
    .map(
      ({ merchant_id, count, first }) =>
        `${counted(count, 'endpoint')} of ${merchant_id}, for ${timeSpan(at - first)}`,
    );
  const rest = counts.length - lines.length;
  return [...lines, ...(rest > 0 ? [`and of ${counted(rest, 'other merchant')}`] : [])].join('; ');
}

/** Checks of webhooks: sent on time, and accepted. */
export const webhookChecks: readonly Check[] = [
  {
    name: 'Webhooks are sent on time',
    async run({ db, now }) {
      const at = now();
      const open = await db.kysely
        .selectFrom('deliveries')
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.min<number | null>('created_at').as('oldest'),
        ])
        .where('state', '=', 'pending')
        .executeTakeFirstOrThrow();
      if (open.oldest === null) return ok('none is waiting');
      const detail = `${open.count} waiting, the oldest for ${timeSpan(at - open.oldest)}`;
      const lanes = await waitingLanes(db.kysely);
      const late = at - ((await firstDue(db.kysely, lanes, at)) ?? at);
      if (late <= OVERDUE_MS) return ok(detail);
      const overdue = `${detail}, one overdue by ${timeSpan(late)}`;
      const attempt = await db.kysely
        .selectFrom('delivery_attempts')
        .select('attempt')
        .where('at', '>', at - OVERDUE_MS)
        .limit(1)
        .executeTakeFirst();
      if (attempt) {
        const since = at - OVERDUE_MS;
        const behind = await lanesBehind(db.kysely, lanes, { since, limit: MAX_NAMED });
        const next = `ask the merchant: its endpoint responds slowly or not at all (${behind.join('; ')})`;
        return warning(overdue, next);
      }
      const next = 'start a serving process, or look in its log for "background work failed"';
      return fault(overdue, next);
    },
  },
  {
    name: 'Webhooks are delivered',
    async run({ db, now }) {
      const { count } = await db.kysely
        .selectFrom('deliveries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', 'dead')
        .where('created_at', '>', now() - WEEK_MS)
        .executeTakeFirstOrThrow();
      const failed = `${counted(count, 'webhook')} created in the last 7 days failed every attempt`;
      const failing = await countFailingEndpoints(db.kysely, now());
      const found = [
        ...(count > 0 ? [failed] : []),
        ...(failing.length > 0 ? [`nothing is accepted by ${nameEndpoints(failing, now())}`] : []),
      ];
      if (found.length === 0) return ok();
      const next = `flight-offset-gateway webhooks list --state ${count > 0 ? 'dead' : 'pending'}; once the merchant has fixed it: flight-offset-gateway webhooks replay MERCHANT --from DATE --to DATE`;
      return warning(found.join('; '), next);
    },
  },
  {
    name: 'No webhook endpoint is disabled',
    async run({ db, now }) {
      const off = await countDisabledEndpoints(db.kysely);
      if (off.length === 0) return ok();
      const next =
        'ask the merchant, then: flight-offset-gateway webhooks enable MERCHANT URL (flight-offset-gateway webhooks list --state dead)';
      return warning(nameEndpoints(off, now()), next);
    },
  },
  {
    // Logical replication copies rows to another server, but no sequence: there, each payment would be refused.
    name: 'New webhooks get new numbers',
    async run({ db }) {
      if (db.engine === 'sqlite' || (await isDistributed(db))) return ok();
      const { rows } = await sql<{ is_behind: boolean | null }>`
        select max(sequence) > coalesce(pg_sequence_last_value('deliveries_sequence_seq'), 0) as is_behind
        from deliveries`.execute(db.kysely);
      if (rows[0]?.is_behind !== true) return ok();
      return fault(
        'they would get those of stored ones',
        "run in the database: select setval('deliveries_sequence_seq', max(sequence)) from deliveries",
      );
    },
  },
];

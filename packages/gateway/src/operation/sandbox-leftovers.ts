import { readLotUse } from '../allotments/lot-use.ts';
import { keyIdOf, sealedUnder } from '../credentials/seal.ts';
import type { OrderKey } from '../orders/end/lock-orders.ts';
import { SANDBOX, SANDBOX_MASTER_KEY } from '../sandbox.ts';
import { SANDBOX_PROJECTS } from '../sandbox-projects.ts';
import type { Database } from '../store/engine.ts';
import type { Tx } from '../store/transaction.ts';
import { readMode } from './mode-setting.ts';

const PUBLIC_KEY_ID = keyIdOf(SANDBOX_MASTER_KEY);

/** Contents of a database that are public or worth nothing. */
interface Leftovers {
  /** Keys of the sandbox's merchant, sealed under the sandbox's master key, or created at the sandbox's console. */
  readonly apiKeys: readonly string[];
  readonly webhookSecrets: readonly string[];
  /** Other secrets sealed under the sandbox's master key. */
  readonly settings: readonly string[];
  readonly platforms: readonly string[];
  /** People as whom anybody opened the sandbox's console, and people that they invited there. */
  readonly people: readonly string[];
  /** Projects still on sale. */
  readonly projects: readonly string[];
  /** Lots with credits left. */
  readonly lots: readonly string[];
  /** Pending orders that hold credits of the sandbox. */
  readonly orders: readonly OrderKey[];
  /** Mode of the database if it is the sandbox: one that has just started has nothing else in it yet. */
  readonly mode: readonly string[];
}

interface StoredSecret {
  readonly id: string;
  readonly merchant_id: string;
  readonly sealed: string | null;
}

/** Finds everything that was created or changed at the console of a sandbox, which anybody may open. */
async function readSandboxConsoleIds(tx: Tx | Database['kysely']): Promise<Set<string>> {
  const entries = await tx
    .selectFrom('audit_log')
    .select('subject')
    .where('channel', '=', 'console')
    .execute();
  const people = await tx
    .selectFrom('console_people')
    .select('id')
    .where('id', 'like', 'sandbox-%')
    .execute();
  return new Set([...entries.map(({ subject }) => subject), ...people.map(({ id }) => id)]);
}

/** Finds the sandbox's data in a database. */
export async function findLeftovers(tx: Tx | Database['kysely']): Promise<Leftovers> {
  const { merchantId } = SANDBOX;
  const mode = await readMode(tx);
  const made = mode === 'sandbox' ? await readSandboxConsoleIds(tx) : new Set<string>();
  const isPublic = ({ id, merchant_id, sealed }: StoredSecret): boolean =>
    merchant_id === merchantId || (sealed !== null && sealedUnder(sealed) === PUBLIC_KEY_ID) || made.has(id);
  const [keys, secrets, settings, platforms, people, projects, lots, orders] = await Promise.all([
    tx.selectFrom('api_keys').select(['id', 'merchant_id', 'sealed_secret as sealed']).execute(),
    tx.selectFrom('webhook_secrets').select(['id', 'merchant_id', 'sealed_secret as sealed']).execute(),
    tx.selectFrom('settings').selectAll().where('name', 'like', 'sealed:%').execute(),
    tx.selectFrom('platforms').select('id').where('merchant_id', '=', merchantId).execute(),
    tx
      .selectFrom('console_people')
      .select('id')
      .where('id', 'in', ['', ...made])
      .execute(),
    tx
      .selectFrom('projects')
      .select('id')
      .where('id', 'in', SANDBOX_PROJECTS)
      .where('active', '=', 1)
      .execute(),
    readLotUse(tx),
    tx
      .selectFrom('orders')
      .select(['id', 'merchant_id'])
      .where('project', 'in', SANDBOX_PROJECTS)
      .where('status', '=', 'pending')
      .execute(),
  ]);
  const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
  return {
    apiKeys: ids(keys.filter(isPublic)),
    webhookSecrets: ids(secrets.filter(isPublic)),
    settings: settings.filter(({ value }) => sealedUnder(value) === PUBLIC_KEY_ID).map(({ name }) => name),
    platforms: ids(platforms),
    people: ids(people),
    projects: ids(projects),
    lots: ids(
      lots.filter(
        ({ project, free, reserved }) => SANDBOX_PROJECTS.some((id) => id === project) && free + reserved > 0,
      ),
    ),
    orders,
    mode: mode === 'sandbox' ? [mode] : [],
  };
}

/**
 * Describes the sandbox's data in a database, one line per kind, with identifiers; none if it may take real payments.
 */
export async function describeLeftovers({ kysely }: Pick<Database, 'kysely'>): Promise<string[]> {
  const found = await findLeftovers(kysely);
  const lines: readonly [what: string, ids: readonly string[]][] = [
    ['API keys', found.apiKeys],
    ['webhook secrets', found.webhookSecrets],
    ['other secrets under the public master key of the sandbox', found.settings],
    ['platforms', found.platforms],
    ['people of the console', found.people],
    ['projects on sale', found.projects],
    ['lots with credits', found.lots],
    ['pending orders for its credits', found.orders.map(({ id }) => id)],
    ['mode', found.mode],
  ];
  return lines.flatMap(([what, ids]) => (ids.length === 0 ? [] : [`${what}: ${ids.join(', ')}`]));
}

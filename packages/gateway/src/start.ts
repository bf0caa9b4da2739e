import type { Logger } from 'pino';
import { type Config, databaseOptions } from './config.ts';
import { createSealer } from './credentials/seal.ts';
import { listen } from './listen.ts';
import { createClock } from './operation/clock.ts';
import { recordRun } from './operation/clock-skew.ts';
import { errorForLog } from './operation/error-for-log.ts';
import { serializeLookups } from './operation/lookups.ts';
import { openLog } from './operation/open-log.ts';
import { prepareStore } from './operation/prepare-store.ts';
import type { RunningGateway } from './running-gateway.ts';
import { openDatabase } from './store/open-database.ts';
import { openSharedClock, witnessesOf } from './store/shared-clock.ts';
import { databaseTracing } from './tracing/database-tracing.ts';

/**
 * Runs a gateway with a configuration, in a process of its own.
 * @param shiftMs moves the time that all processes share, for tests.
 * @throws errors of preparing the database and of listening; nothing is left open then.
 */
export async function serve(
  config: Config,
  { shiftMs }: { readonly shiftMs?: () => number } = {},
): Promise<RunningGateway> {
  return start(config, { shiftMs, ownProcess: true });
}

interface StartOptions {
  readonly now?: (() => number) | undefined;
  readonly shiftMs?: (() => number) | undefined;
  readonly log?: Logger | undefined;
  /** Whether the process's Request, Response and name lookup may be replaced. */
  readonly ownProcess: boolean;
}

/** Opens the resources of a gateway, and listens. Nothing is left open if that fails. */
export async function start(config: Config, options: StartOptions): Promise<RunningGateway> {
  const given = options.log ?? openLog(config.GATEWAY_LOG_LEVEL);
  const log = given.child({}, { serializers: { err: (error: unknown) => errorForLog(error) } });
  for (const text of config.unknown) log.warn(text);
  const db = openDatabase(config.DATABASE_URL, { ...databaseOptions(config), tracing: databaseTracing });
  try {
    const urls = [config.DATABASE_URL, config.GATEWAY_REPLICA_DATABASE_URL].filter(
      (url) => url !== undefined,
    );
    if (options.ownProcess && db.engine === 'postgres') await serializeLookups(urls);
    const sealer = createSealer(config.masterKey, config.secondMasterKey);
    await prepareStore(db, sealer, config, { log, now: options.now });
    const shared = options.now ? undefined : await openSharedClock(witnessesOf(db));
    // On SQLite this also begins a new write-ahead log, which waits for the disk: better now than during requests.
    if (shared) await recordRun(db, shared);
    const time = options.now ?? shared?.now ?? Date.now;
    const { shiftMs = () => 0, ownProcess } = options;
    const clock = createClock(() => time() + shiftMs());
    const gateway = await listen(config, { db, sealer, log, clock, shared, ownProcess });
    log.info({ url: gateway.url }, 'listening');
    return gateway;
  } catch (error) {
    await db.close();
    throw error;
  }
}

import { realpathSync, statfsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { type Database, DatabaseAddressError, type DatabaseOptions } from '../engine.ts';
import { codeOf } from '../error-code.ts';
import { openKysely } from '../open-kysely.ts';
import { ImmediateSqliteDialect } from './driver.ts';
import { makeFile, setPermissions } from './file-permissions.ts';
import { readThreadDialect } from './read-thread.ts';
import { sqlitePath } from './require-file.ts';
import { openWriteAheadLog } from './write-ahead-log.ts';

/** How long to wait for another process that is opening the same file, milliseconds. */
const OPEN_MS = 5000;
/** Free disk space that orders need, bytes: concurrent orders share a commit. */
const MIN_ROOM = 1 << 20;

/** Opens `sqlite:PATH` or `sqlite::memory:`. @throws DatabaseAddressError if the file cannot be opened or created. */
export function openSqlite(url: string, { fileMode = 0o600, tracing: trace }: DatabaseOptions): Database {
  const tracing = trace?.('sqlite');
  const path = sqlitePath(url) ?? url.slice('sqlite:'.length);
  if (path === '') throw new DatabaseAddressError('DATABASE_URL "sqlite:" must name a file: sqlite:PATH');
  const file = openOrCreate(path, fileMode);
  // By default, SQLite keeps the rollback data of a batch of orders in /tmp, which may be read-only or full.
  file.pragma('temp_store = MEMORY');
  // A database in memory belongs to its connection.
  if (path === ':memory:') {
    const { kysely, transaction } = openKysely(new ImmediateSqliteDialect(file), tracing);
    const close = () => kysely.destroy();
    const readers = { reader: kysely, longReads: kysely, replica: kysely };
    return { engine: 'sqlite', kysely, transaction, ...readers, tracing, close };
  }
  // If the path is a link, SQLite keeps the log beside the file it points to.
  const log = openWriteAheadLog(realpathSync(path));
  const { kysely, transaction } = openKysely(new ImmediateSqliteDialect(file, log), tracing);
  const readFile = openFile(path);
  const { kysely: reader } = openKysely(new ImmediateSqliteDialect(readFile, log), tracing);
  const { kysely: longReads } = openKysely(readThreadDialect(path), tracing);
  const ask = readFile.prepare('pragma data_version').pluck();
  let version: number | undefined;
  const place = resolve(path);
  const opened = statSync(place);
  return {
    engine: 'sqlite',
    kysely,
    transaction,
    reader,
    longReads,
    replica: reader,
    tracing,
    version() {
      if (version === undefined) {
        version = ask.get() as number;
        // Read once per turn of the event loop: a request of the next turn may have been sent after a change.
        setImmediate(() => {
          version = undefined;
        });
      }
      return version;
    },
    isGone() {
      const now = statSync(place, { throwIfNoEntry: false });
      return now?.ino !== opened.ino || now.dev !== opened.dev;
    },
    hasRoom() {
      const { bavail, blocks, bsize } = statfsSync(place);
      // Some file systems do not report it.
      return blocks === 0 || bavail * bsize >= MIN_ROOM;
    },
    async close() {
      await log.close();
      // Before the others: the last connection to close the file removes the log, which this one, read-only, cannot.
      await longReads.destroy();
      await kysely.destroy();
      await reader.destroy();
      // Kysely does not close a file from which nothing was read, and SQLite would then leave the log beside the file.
      file.close();
      readFile.close();
    },
  };
}

/** @throws DatabaseAddressError if the path is something other than a file. */
function refuseNonFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory())
    throw new DatabaseAddressError(
      `DATABASE_URL names a folder: name a file in it, such as sqlite:${join(path, 'gateway.sqlite')}`,
    );
  if (found && !found.isFile())
    throw new DatabaseAddressError(`DATABASE_URL names ${path}, which is no file: name one, or a new one`);
}

/** @throws DatabaseAddressError which names the file: the errors of SQLite and the system do not name the setting. */
function openOrCreate(path: string, mode: number): SqliteDatabase.Database {
  try {
    if (path === ':memory:') return openFile(path);
    refuseNonFile(path);
    makeFile(path, mode);
    const file = openFile(path);
    // Only once it is known to be a database: a file that the address names by mistake keeps its permissions.
    setPermissions(path, mode);
    return file;
  } catch (error) {
    if (!/^(E[A-Z]+|SQLITE_(CANTOPEN|NOTADB|READONLY).*)$/.test(codeOf(error))) throw error;
    throw new DatabaseAddressError(
      `The database at ${resolve(path)}, which DATABASE_URL names, cannot be opened (${codeOf(error)}). Check the path, and that this account may write the file and its folder`,
      { cause: error },
    );
  }
}

function openFile(path: string): SqliteDatabase.Database {
  const file = new SqliteDatabase(path, { timeout: OPEN_MS });
  file.pragma('journal_mode = WAL');
  // An acknowledged order survives a power loss: write-ahead-log.ts flushes commits outside the event loop, which a
  // slow disk would otherwise block. The log is emptied there too.
  file.pragma('synchronous = NORMAL');
  file.pragma('wal_autocheckpoint = 0');
  file.pragma('foreign_keys = ON');
  // The file must hold no data of an erased person.
  file.pragma('secure_delete = ON');
  // From here on, the connection does its own waiting.
  file.pragma('busy_timeout = 0');
  return file;
}

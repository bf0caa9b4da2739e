import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Clock ticks per second, as Linux counts them in `/proc`. */
const TICKS = 100;

/** A process according to `/proc`. */
interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Ticks of the process, and of its ended children. */
  readonly own: number;
  readonly ended: number;
}

/** Processor time that a PostgreSQL server on this machine has used since its start. */
export interface ProcessorClock {
  /** Returns seconds, of all its processes together. */
  readonly seconds: () => number;
}

/**
 * Opens the clock of the server that listens at an address.
 * @throws Error if there is no `/proc` of that server: it is on another machine, or not on Linux.
 */
export async function processorClockOf(url: string): Promise<ProcessorClock> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const server = readProcess(rows[0]?.pid ?? 0)?.parent;
  await client.end();
  if (server === undefined) throw new Error('the server runs on another machine');
  return {
    seconds() {
      let ticks = 0;
      for (const name of readdirSync('/proc')) {
        const found = /^\d+$/.test(name) ? readProcess(Number(name)) : undefined;
        if (found?.parent === server) ticks += found.own;
        else if (found?.pid === server) ticks += found.own + found.ended;
      }
      return ticks / TICKS;
    },
  };
}

/** Reads a process. @returns undefined if it has ended. */
function readProcess(pid: number): Process | undefined {
  try {
    // The name of a program may hold blanks and brackets.
    const [, rest = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const [, parent, ...fields] = rest.split(' ').map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(9);
    return { pid, parent: parent ?? 0, own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}

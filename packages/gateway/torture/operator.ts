import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type Entries, entries } from './entries.ts';
import type { Random } from './random.ts';

/** Operator that retires credits at the registries, and invoices merchants. */
export interface Operator {
  /** Begins a retirement, and kills it before its end half of the time. */
  retire(): Promise<void>;
  /** Begins to close statements, and kills it before its end half of the time. */
  invoice(): Promise<void>;
  /** Retires and closes the rest, undisturbed. @throws Error with the output of the process. */
  finish(): Promise<void>;
}

/** A process that works for the operator. */
interface Work {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  /** Its error output. */
  readonly output: readonly string[];
}

/** Starts an operator on the database of this environment. */
export function startOperator(environment: NodeJS.ProcessEnv, random: Random): Operator {
  let serial = 1;
  let turn = 0;

  async function begin(entry: keyof Entries, ...numbers: readonly number[]): Promise<Work> {
    const args = [(await entries())[entry], ...numbers.map(String)];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const output: string[] = [];
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    return { child, ended: once(child, 'exit').then(([code]) => code as number | null), output };
  }

  function retirement(more: number): Promise<Work> {
    serial += 10_000_000;
    return begin('retirement', serial, more);
  }

  /** Waits for work, or kills it. Refused, interrupted or done: the checker judges by the store. */
  async function mayBeKilled({ child, ended }: Work): Promise<void> {
    if (random.chance(0.5)) {
      // Starting takes most of the time: the rest is short.
      await Promise.race([ended, wait(random.whole(300, 2500))]);
      child.kill('SIGKILL');
    }
    await ended;
  }

  async function completed({ ended, output }: Work): Promise<void> {
    if ((await ended) !== 0)
      throw new Error(`what an operator does fails: ${output.join('').slice(0, 2000)}`);
  }

  return {
    retire: async () => mayBeKilled(await retirement(random.whole(-1, 1))),
    async invoice() {
      turn += 1;
      await mayBeKilled(await begin('statement', turn));
    },
    async finish() {
      await completed(await retirement(0));
      await completed(await begin('statement', turn));
    },
  };
}

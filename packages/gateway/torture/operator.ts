import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { entries } from './entries.ts';
import type { Random } from './random.ts';

/** Whoever retires credits at the registries and records it. */
export interface Operator {
  /** Begins a retirement, and kills it before its end as often as not. */
  retire(): Promise<void>;
  /** Completes what was left, with nobody in the way. @throws Error with what the process wrote. */
  finish(): Promise<void>;
}

/** An operator who works on the database of this environment. */
export function startOperator(environment: NodeJS.ProcessEnv, random: Random): Operator {
  let serial = 1;

  async function begin(
    more: number,
  ): Promise<{ child: ChildProcess; ended: Promise<number | null>; output: string[] }> {
    const { retirement } = await entries();
    serial += 10_000_000;
    const args = [retirement, String(serial), String(more)];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const output: string[] = [];
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    return { child, ended: once(child, 'exit').then(([code]) => code as number | null), output };
  }

  return {
    async retire() {
      const { child, ended } = await begin(random.whole(-1, 1));
      if (random.chance(0.5)) {
        // Most of the time goes into starting: what comes after is short.
        await Promise.race([ended, wait(random.whole(300, 2500))]);
        child.kill('SIGKILL');
      }
      // Refused, interrupted or done: the checker judges by what is stored.
      await ended;
    },
    async finish() {
      const { ended, output } = await begin(0);
      if ((await ended) !== 0)
        throw new Error(`a retirement cannot be completed: ${output.join('').slice(0, 2000)}`);
    },
  };
}

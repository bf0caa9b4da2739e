import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until a URL responds with any status, however busy the machine is, while its process runs.
 * @throws Error if the process ends before that.
 */
export async function untilListening(url: string, process: ChildProcess): Promise<void> {
  while (process.exitCode === null && process.signalCode === null) {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response) return;
    await wait(50);
  }
  throw new Error(`the process at ${url} ended with ${process.exitCode ?? process.signalCode}`);
}

import { Worker } from 'node:worker_threads';

/**
 * Starts a thread, which keeps no process alive. Whoever waits for it learns from its `exit` that it failed.
 * @param name of its file, without ending: the compiled package has it beside the caller's, as the sources do.
 * @param caller `import.meta.url` of the caller.
 * @param data what the thread gets as `workerData`.
 */
export function startThread(name: string, caller: string, data?: string): Worker {
  const file = new URL(`./${name}.${caller.endsWith('.ts') ? 'ts' : 'js'}`, caller);
  const worker = new Worker(file, { workerData: data });
  worker.unref();
  // Without a listener, its error would end the process.
  worker.on('error', () => {});
  return worker;
}

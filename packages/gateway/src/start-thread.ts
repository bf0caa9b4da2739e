import { Worker } from 'node:worker_threads';

/**
 * Starts a thread, which keeps no process alive. Its `exit` event shows that it failed.
 * @param name of its file, without ending: both the compiled package and the sources have it beside the caller's.
 * @param caller `import.meta.url` of the caller.
 * @param data `workerData` of the thread.
 */
export function startThread(name: string, caller: string, data?: string): Worker {
  const file = new URL(`./${name}.${caller.endsWith('.ts') ? 'ts' : 'js'}`, caller);
  const worker = new Worker(file, { workerData: data });
  worker.unref();
  // Without a listener, its error would end the process.
  worker.on('error', () => {});
  return worker;
}

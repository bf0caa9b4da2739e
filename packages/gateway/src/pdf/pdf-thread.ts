import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../start-thread.ts';
import type { PdfContent } from './pdf-content.ts';
import type { PdfReply } from './pdf-worker.ts';

/** Maximum time for a PDF, milliseconds: a thread that takes longer is ended. */
const TIMEOUT_MS = 30_000;
/** The thread ends after this long without work, milliseconds: its fonts take memory. */
const IDLE_MS = 60_000;

/** A thread that makes one PDF at a time. It starts with the first, and keeps no process alive. */
export interface PdfThread {
  /** Makes one at a time. @throws if the thread fails; the next call starts another. */
  run(content: PdfContent): Promise<Uint8Array>;
}

/** Creates a thread for PDFs. It starts with the first PDF and ends after a minute without any. */
export function createPdfThread(): PdfThread {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = startThread('pdf-worker', import.meta.url);
    started.on('exit', () => {
      if (thread === started) thread = undefined;
    });
    return started;
  }

  return {
    async run(content) {
      clearTimeout(idle);
      thread ??= start();
      const used = thread;
      const timer = setTimeout(() => void used.terminate(), TIMEOUT_MS);
      const ended = new AbortController();
      try {
        const { signal } = ended;
        const exit = once(used, 'exit', { signal }).then(() => ({ error: 'the thread ended' }));
        const reply = once(used, 'message', { signal }).then(([message]) => message as PdfReply);
        used.postMessage(content);
        const result = await Promise.race([reply, exit]);
        if ('error' in result) throw new Error(`a PDF could not be made: ${result.error}`);
        return result.pdf;
      } finally {
        ended.abort();
        clearTimeout(timer);
        idle = setTimeout(() => {
          // At once: a thread takes a while to end, and would take a job that arrives in between with it.
          thread = undefined;
          void used.terminate();
        }, IDLE_MS);
        idle.unref();
      }
    },
  };
}

import { createHash } from 'node:crypto';
import { Problem } from '../http/problem.ts';
import type { ReceiptPdf } from './pdf.ts';
import { createPdfThread, type PdfThread } from './pdf-thread.ts';

/** Makes PDF receipts off the path of other requests. */
export interface PdfMaker {
  /**
   * Makes a receipt, or returns it as it was made before.
   * @param signal of the caller: what nobody waits for any more is not made.
   * @throws Problem 50302 where too many wait already.
   */
  make(options: ReceiptPdf, signal: AbortSignal): Promise<Uint8Array>;
}

/** What a maker keeps and takes on. */
export interface PdfMakerOptions {
  /** Receipts that wait for their turn. */
  readonly maxWaiting?: number;
  /** Receipts that are kept after they were made, about 50 kB each. */
  readonly maxKept?: number;
  readonly thread?: PdfThread;
}

interface Job {
  readonly key: string;
  readonly options: ReceiptPdf;
  readonly callers: Set<PromiseWithResolvers<Uint8Array>>;
}

/** Makes a maker: each receipt is made once while it is remembered, however many ask for it. */
export function createPdfMaker(given: PdfMakerOptions = {}): PdfMaker {
  const { maxWaiting = 50, maxKept = 100, thread = createPdfThread() } = given;
  const kept = new Map<string, Uint8Array>();
  const waiting = new Map<string, Job>();
  let current: Job | undefined;

  function keep(key: string, pdf: Uint8Array): void {
    kept.delete(key);
    kept.set(key, pdf);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  }

  async function work(): Promise<void> {
    for (;;) {
      const [next] = waiting.values();
      current = next;
      if (!next) return;
      waiting.delete(next.key);
      try {
        const pdf = await thread.run(next.options);
        keep(next.key, pdf);
        for (const { resolve } of next.callers) resolve(pdf);
      } catch (error) {
        for (const { reject } of next.callers) reject(error);
      }
    }
  }

  function jobOf(key: string, options: ReceiptPdf): Job {
    const known = current?.key === key ? current : waiting.get(key);
    if (known) return known;
    if (waiting.size >= maxWaiting) {
      const headers = { 'retry-after': '5' };
      throw new Problem(50302, 'too many receipts are being made; try again in a few seconds', { headers });
    }
    const job: Job = { key, options, callers: new Set() };
    waiting.set(key, job);
    return job;
  }

  return {
    async make(options, signal) {
      signal.throwIfAborted();
      const key = createHash('sha256').update(JSON.stringify(options)).digest('base64');
      const made = kept.get(key);
      if (made) {
        keep(key, made);
        return made;
      }
      const job = jobOf(key, options);
      const caller = Promise.withResolvers<Uint8Array>();
      job.callers.add(caller);
      function leave(): void {
        job.callers.delete(caller);
        // Begun work is finished and kept: whoever left may come back.
        if (job.callers.size === 0 && waiting.get(key) === job) waiting.delete(key);
        caller.reject(signal.reason);
      }
      signal.addEventListener('abort', leave, { once: true });
      if (!current) void work();
      try {
        return await caller.promise;
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
  };
}

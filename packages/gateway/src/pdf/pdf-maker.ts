import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Problem } from '../problem.ts';
import type { PdfContent } from './pdf-content.ts';
import { createPdfThread, type PdfThread } from './pdf-thread.ts';

/** Makes PDF files off the path of other requests. */
export interface PdfMaker {
  /**
   * Makes a PDF, or returns it as it was made before.
   * @param signal of the caller: what nobody waits for any more is not made.
   * @throws Problem 50302 where too many wait already, of all, of one merchant, or of one order or statement; AbortError where the
   *   signal is aborted, whatever its reason.
   */
  make(content: PdfContent, signal: AbortSignal): Promise<Uint8Array>;
}

/** What a maker keeps and takes on. */
export interface PdfMakerOptions {
  /** Maximum number of those that wait for their turn; half of it of one merchant, {@link MAX_WAITING_OF_ONE} of one order or statement. */
  readonly maxWaiting?: number;
  /** Maximum number of those that are kept once they are made; larger ones than {@link MAX_KEPT_BYTES} are not. */
  readonly maxKept?: number;
  readonly thread?: PdfThread;
}

/** A receipt has about 50 kB. */
const MAX_KEPT_BYTES = 200_000;

/** Each locale is a file of its own: whoever requests one receipt in hundreds of them leaves room for those of others. */
const MAX_WAITING_OF_ONE = 5;

/** The order or statement that a file is of. */
function subjectOf(content: PdfContent): string {
  return content.kind === 'receipt'
    ? content.view.order.id
    : `${content.merchantName} ${content.statement.id}`;
}

/** Whose orders or statement a file is of. */
function merchantOf(content: PdfContent): string {
  return content.kind === 'receipt' ? content.view.merchant.name : content.merchantName;
}

/** An error, whatever the reason of the signal: Hono takes nothing else for one, and the request would be in no log. */
function callerLeft(): DOMException {
  return new DOMException('The caller left before the PDF file was made.', 'AbortError');
}

interface Job {
  readonly key: string;
  readonly content: PdfContent;
  readonly callers: Set<PromiseWithResolvers<Uint8Array>>;
}

/**
 * Creates a maker. The same content is made once while it is kept, however many ask for it at once or later; different ones are
 * made one after the other, in a thread of their own. Statements have another than receipts: one takes as long as hundreds.
 */
export function createPdfMaker(given: PdfMakerOptions = {}): PdfMaker {
  const [receipts, statements] = [createQueue(given), createQueue(given)];
  return {
    make: (content, signal) => (content.kind === 'receipt' ? receipts : statements).make(content, signal),
  };
}

function createQueue(given: PdfMakerOptions): PdfMaker {
  const { maxWaiting = 50, maxKept = 100, thread = createPdfThread() } = given;
  const kept = new LRUCache<string, Uint8Array>({ max: maxKept });
  const waiting = new Map<string, Job>();
  let current: Job | undefined;

  /** Merchants of which one was made since nothing waited, the last one last. */
  const served = new Set<string>();

  /** Merchants take turns; of one merchant the file that was requested first comes first. */
  function takeNext(): Job | undefined {
    const jobs = [...waiting.values()];
    const turns = [...served];
    const turnOf = (job: Job): number => turns.indexOf(merchantOf(job.content));
    const next = jobs.toSorted((one, other) => turnOf(one) - turnOf(other))[0];
    if (!next) {
      served.clear();
      return undefined;
    }
    const merchant = merchantOf(next.content);
    served.delete(merchant);
    served.add(merchant);
    return next;
  }

  async function work(): Promise<void> {
    for (;;) {
      const next = takeNext();
      current = next;
      if (!next) return;
      waiting.delete(next.key);
      try {
        const pdf = await thread.run(next.content);
        if (pdf.length <= MAX_KEPT_BYTES) kept.set(next.key, pdf);
        for (const { resolve } of next.callers) resolve(pdf);
      } catch (error) {
        for (const { reject } of next.callers) reject(error);
      }
    }
  }

  function jobOf(key: string, content: PdfContent): Job {
    const known = current?.key === key ? current : waiting.get(key);
    if (known) return known;
    const subject = subjectOf(content);
    const ofMerchant = [...waiting.values()].filter((job) => merchantOf(job.content) === merchantOf(content));
    const own = ofMerchant.filter((job) => subjectOf(job.content) === subject);
    const isFull = waiting.size >= maxWaiting || ofMerchant.length >= maxWaiting / 2;
    if (isFull || own.length >= MAX_WAITING_OF_ONE) {
      const headers = { 'retry-after': '5' };
      throw new Problem(50302, 'Too many PDF files are being made. Try again in a few seconds.', { headers });
    }
    const job: Job = { key, content, callers: new Set() };
    waiting.set(key, job);
    return job;
  }

  return {
    async make(content, signal) {
      if (signal.aborted) throw callerLeft();
      const key = createHash('sha256').update(JSON.stringify(content)).digest('base64');
      const made = kept.get(key);
      if (made) return made;
      const job = jobOf(key, content);
      const caller = Promise.withResolvers<Uint8Array>();
      job.callers.add(caller);
      function leave(): void {
        job.callers.delete(caller);
        // Begun work is finished and kept: whoever left may come back.
        if (job.callers.size === 0 && waiting.get(key) === job) waiting.delete(key);
        caller.reject(callerLeft());
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

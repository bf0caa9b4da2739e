import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Problem } from '../problem.ts';
import type { PdfContent } from './pdf-content.ts';
import { createPdfThread, type PdfThread } from './pdf-thread.ts';

/** Makes PDF files without delaying other requests. */
export interface PdfMaker {
  /**
   * Makes a PDF, or returns one made before.
   * @param signal of the caller: a PDF without a waiting caller is not made.
   * @throws Problem 50302 if too many are waiting already, in general, for one merchant, or for one order or statement;
   *   AbortError if the signal is aborted, whatever its reason.
   */
  make(content: PdfContent, signal: AbortSignal): Promise<Uint8Array>;
}

/** Limits of a maker. */
export interface PdfMakerOptions {
  /**
   * Maximum number of waiting PDFs; half of that for one merchant, {@link MAX_WAITING_OF_ONE} for one order or
   * statement.
   */
  readonly maxWaiting?: number;
  /** Maximum number of finished PDFs that are kept; those larger than {@link MAX_KEPT_BYTES} are not. */
  readonly maxKept?: number;
  readonly thread?: PdfThread;
}

/** A receipt has about 50 kB. */
const MAX_KEPT_BYTES = 200_000;

/**
 * Each locale is another file: a caller that requests one receipt in hundreds of locales must leave room for others.
 */
const MAX_WAITING_OF_ONE = 5;

/** Returns the order or statement in a file. */
function subjectOf(content: PdfContent): string {
  return content.kind === 'receipt'
    ? content.view.order.id
    : `${content.merchantName} ${content.statement.id}`;
}

/** Returns the merchant of the order or statement in a file. */
function merchantOf(content: PdfContent): string {
  return content.kind === 'receipt' ? content.view.merchant.name : content.merchantName;
}

/**
 * Always an Error, whatever the signal's reason: Hono handles no other value as an error, and the request would not be
 * logged.
 */
function callerLeftError(): DOMException {
  return new DOMException('The caller left before the PDF file was made.', 'AbortError');
}

interface Job {
  readonly key: string;
  readonly content: PdfContent;
  readonly callers: Set<PromiseWithResolvers<Uint8Array>>;
}

/**
 * Creates a maker. The same content is made once while it is kept, however many callers request it, at once or later;
 * different contents are made one after the other in a separate thread. Statements and receipts have a thread each: one
 * statement takes as long as hundreds of receipts.
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

  /** Merchants served since the queue was last empty, the most recent last. */
  const served = new Set<string>();

  /**
   * Makes the next file the current one. Merchants take turns; within a merchant, the file that was requested first
   * comes first.
   */
  function takeNext(): Job | undefined {
    const jobs = [...waiting.values()];
    const turns = [...served];
    const turnOf = (job: Job): number => turns.indexOf(merchantOf(job.content));
    const next = jobs.toSorted((one, other) => turnOf(one) - turnOf(other))[0];
    current = next;
    if (!next) {
      served.clear();
      return undefined;
    }
    waiting.delete(next.key);
    const merchant = merchantOf(next.content);
    served.delete(merchant);
    served.add(merchant);
    return next;
  }

  async function work(): Promise<void> {
    for (let job = takeNext(); job; job = takeNext()) {
      const { key, content, callers } = job;
      try {
        const pdf = await thread.run(content);
        if (pdf.length <= MAX_KEPT_BYTES) kept.set(key, pdf);
        for (const { resolve } of callers) resolve(pdf);
      } catch (error) {
        for (const { reject } of callers) reject(error);
      }
    }
  }

  function findOrAddJob(key: string, content: PdfContent): Job {
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
      if (signal.aborted) throw callerLeftError();
      const key = createHash('sha256').update(JSON.stringify(content)).digest('base64');
      const made = kept.get(key);
      if (made) return made;
      const job = findOrAddJob(key, content);
      const caller = Promise.withResolvers<Uint8Array>();
      job.callers.add(caller);
      function leave(): void {
        job.callers.delete(caller);
        // Work in progress is finished and kept: the caller may come back.
        if (job.callers.size === 0 && waiting.get(key) === job) waiting.delete(key);
        caller.reject(callerLeftError());
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

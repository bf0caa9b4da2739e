import { setImmediate as nextTurn } from 'node:timers/promises';

/** Resolves with the previous part. */
let lastPart: Promise<unknown> = Promise.resolve();

/**
 * Makes a part of a long body after all earlier parts of any body, in a separate turn of the event loop. SQLite returns
 * synchronously and a socket takes all it can, so otherwise all other requests would wait meanwhile.
 * @param signal of the caller: if it is aborted, no part is made, so that others do not wait for it.
 * @throws AbortError if the caller has disconnected.
 */
export function makePart<T>(make: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  async function inTurn(): Promise<T> {
    if (!signal?.aborted) await nextTurn();
    if (signal?.aborted) throw new DOMException('The caller left before the body was made.', 'AbortError');
    return make();
  }
  const part = lastPart.then(inTurn);
  lastPart = part.catch(() => {});
  return part;
}

/**
 * Streams a long body, a part at a time.
 * @param parts texts, sent in UTF-8.
 * @param signal see {@link makePart}.
 */
export function textStream(parts: AsyncGenerator<string>, signal?: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  async function* encoded(): AsyncGenerator<Uint8Array> {
    try {
      while (true) {
        const part = await makePart(() => parts.next(), signal);
        if (part.done) return;
        yield encoder.encode(part.value);
      }
    } finally {
      await parts.return(undefined);
    }
  }
  return ReadableStream.from(encoded());
}

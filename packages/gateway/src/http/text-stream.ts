import { setImmediate as nextTurn } from 'node:timers/promises';

/** Resolves with the previous part. */
let lastPart: Promise<unknown> = Promise.resolve();

/**
 * Makes a part of a long body after all earlier parts of any body, in a separate turn of the event loop. SQLite returns
 * synchronously and a socket takes all it can, so otherwise all other requests would wait meanwhile.
 */
export function makePart<T>(make: () => Promise<T>): Promise<T> {
  const part = lastPart.then(() => nextTurn()).then(make);
  lastPart = part.catch(() => {});
  return part;
}

/**
 * Streams a long body, a part at a time.
 * @param parts texts, sent in UTF-8.
 */
export function textStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  async function* encoded(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const part = await makePart(() => parts.next());
        if (part.done) return;
        yield encoder.encode(part.value);
      }
    } finally {
      await parts.return(undefined);
    }
  }
  return ReadableStream.from(encoded());
}

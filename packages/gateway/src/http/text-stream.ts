import { setImmediate as nextTurn } from 'node:timers/promises';

/** Resolves with the previous part. */
let lastPart: Promise<unknown> = Promise.resolve();

/**
 * Makes a part of a long body after all earlier parts of any body, in its own turn of the event loop. SQLite returns
 * synchronously and a socket takes what it can, so otherwise nobody else would be served meanwhile.
 */
export function makePart<T>(make: () => Promise<T>): Promise<T> {
  const part = lastPart.then(() => nextTurn()).then(make);
  lastPart = part.catch(() => {});
  return part;
}

/**
 * A long body, a part at a time.
 * @param parts in UTF-8 on the wire.
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

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Resolves with the part before. */
let lastPart: Promise<unknown> = Promise.resolve();

/**
 * Makes a part of a long body after those before, of whichever body, in a turn of the event loop of its own: SQLite returns at
 * once and a socket takes what it can, so that nobody else would be served meanwhile.
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

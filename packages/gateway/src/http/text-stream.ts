import { setImmediate } from 'node:timers/promises';

/**
 * A long body, a part at a time. Between two parts it leaves the event loop a turn: SQLite returns at once and a socket takes
 * what it can, so that nobody else would be served until the body ends.
 * @param parts in UTF-8 on the wire.
 */
export function textStream(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  async function* encoded(): AsyncGenerator<Uint8Array> {
    for await (const part of parts) {
      yield encoder.encode(part);
      await setImmediate();
    }
  }
  return ReadableStream.from(encoded());
}

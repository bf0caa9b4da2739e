/**
 * Passes a body on as it is made, and reports why where it breaks off. The error which ends it then holds nothing of the
 * cause: the server prints it outside the log, and sends it to the caller if nothing was sent before.
 */
export function reportBreak(
  body: ReadableStream<Uint8Array>,
  report: (cause: unknown) => void,
): ReadableStream<Uint8Array> {
  async function* passOn(): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (cause) {
      report(cause);
      throw new Error('The export broke off. Request it again.');
    }
  }
  return ReadableStream.from(passOn());
}

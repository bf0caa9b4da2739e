import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Streams a body, and reports the cause if it breaks off. The error that ends the body does not contain the cause,
 * because the server prints the error outside the log, and sends it to the caller if nothing was sent before.
 * @param onEnd called once, with whether the caller received all of it: the caller may also disconnect.
 */
export function watchedBody(
  body: ReadableStream<Uint8Array>,
  report: (cause: unknown) => void,
  onEnd: (whole: boolean) => void,
): ReadableStream<Uint8Array> {
  // The server reads the stream, but reading belongs to the context of the request.
  const inRequest = AsyncLocalStorage.snapshot();
  const reader = body.getReader();
  let hasLeft = false;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await inRequest(() => reader.read());
          // Ignores an error of a read for a caller who has disconnected.
          if (hasLeft) return;
          if (!done) return controller.enqueue(value);
          controller.close();
          onEnd(true);
        } catch (cause) {
          inRequest(() => report(cause));
          onEnd(false);
          throw new Error('The export broke off. Request it again.');
        }
      },
      async cancel(reason) {
        hasLeft = true;
        onEnd(false);
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

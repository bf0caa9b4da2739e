import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Passes a body on as it is made, and reports the cause if it breaks off. The error that ends the body does not contain
 * the cause: the server prints it outside the log, and sends it to the caller if nothing was sent before.
 * @param onEnd called once, with whether all of it was taken: the caller may also disconnect.
 */
export function watchedBody(
  body: ReadableStream<Uint8Array>,
  report: (cause: unknown) => void,
  onEnd: (whole: boolean) => void,
): ReadableStream<Uint8Array> {
  // The server reads it, but reading belongs to the request.
  const inRequest = AsyncLocalStorage.snapshot();
  const reader = body.getReader();
  let hasLeft = false;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await inRequest(() => reader.read());
          // An error while reading for a caller who has disconnected.
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

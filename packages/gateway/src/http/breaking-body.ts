import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Passes a body on as it is made, and reports why where it breaks off. The error which ends it then holds nothing of the
 * cause: the server prints it outside the log, and sends it to the caller if nothing was sent before.
 * @param onEnd called once, with whether all of it was taken: the caller may leave too.
 */
export function watchedBody(
  body: ReadableStream<Uint8Array>,
  report: (cause: unknown) => void,
  onEnd: (whole: boolean) => void,
): ReadableStream<Uint8Array> {
  // Who reads is the server: what is read belongs to the request.
  const inRequest = AsyncLocalStorage.snapshot();
  const reader = body.getReader();
  let hasLeft = false;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await inRequest(() => reader.read());
          // What was being read for a caller who has left.
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

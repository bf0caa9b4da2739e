import { OffsetApiError, OffsetResponseError } from '@flight-offset/core/server';

/** For how long a service that responded oddly to an extension is taken not to have it, milliseconds. */
const ODD_MS = 600_000;

/**
 * Calls an extension of the service, or else the operations of the interface.
 * @param extension its result; undefined where the client knows that the service does not have it.
 */
export type ExtensionCall = <T>(
  extension: () => Promise<T | undefined>,
  plain: () => Promise<T>,
) => Promise<T>;

/**
 * An extension is a bonus: a service that responds to it with anything but its result, as a proxy may to an endpoint
 * which it does not know (some with 403, some with 500), is called by the operations of the interface, and no more by the extension for a while.
 */
export function createExtensionCall(now: () => number): ExtensionCall {
  let plainUntil = 0;
  return async (extension, plain) => {
    if (now() < plainUntil) return plain();
    try {
      return (await extension()) ?? (await plain());
    } catch (error) {
      if (!mayBeUnknownEndpoint(error)) throw error;
      const result = await plain();
      plainUntil = now() + ODD_MS;
      return result;
    }
  };
}

function mayBeUnknownEndpoint(error: unknown): boolean {
  if (error instanceof OffsetResponseError) return true;
  return (
    error instanceof OffsetApiError &&
    error.status <= 500 &&
    error.status !== 429 &&
    error.flights.length === 0
  );
}

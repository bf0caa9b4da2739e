import { OffsetApiError, OffsetResponseError } from '../errors/errors.ts';
import { isMissingObject } from '../errors/missing-object.ts';

/** How long a missing extension is not tried again, milliseconds: a 404 may come from an unfinished deployment. */
const MISSING_MS = 3_600_000;

/** Like {@link MISSING_MS}, after an odd response: a proxy may have caused it, which is repaired sooner. */
const ODD_MS = 600_000;

/** Memory of which extensions a service has, according to its responses. */
export interface Extensions {
  /**
   * Calls an extension unless the service is known not to have it.
   * @returns undefined if the service does not have it.
   */
  call<T>(name: string, extension: () => Promise<T>): Promise<T | undefined>;
  /**
   * Like {@link call}, with `plain` as a fallback on the interface's own operations. If the response is not the
   * extension's result and `plain` succeeds, the extension is not tried again for a while: proxies respond so to an
   * endpoint they do not know (some with 403, some with 500).
   * @param extension its result; undefined if the service does not have it.
   */
  callOr<T>(name: string, extension: () => Promise<T | undefined>, plain: () => Promise<T>): Promise<T>;
}

/** Creates the memory of one client. @param now milliseconds of a monotonic clock. */
export function createExtensions(now: () => number = () => performance.now()): Extensions {
  const missingUntil = new Map<string, number>();
  const isMissing = (name: string): boolean => now() < (missingUntil.get(name) ?? 0);

  async function call<T>(name: string, extension: () => Promise<T>): Promise<T | undefined> {
    if (isMissing(name)) return undefined;
    return callExtension(extension, () => missingUntil.set(name, now() + MISSING_MS));
  }

  return {
    call,
    async callOr(name, extension, plain) {
      let result: Awaited<ReturnType<typeof extension>>;
      try {
        result = await call(name, extension);
      } catch (error) {
        if (!mayBeUnknownEndpoint(error)) throw error;
        const instead = await plain();
        missingUntil.set(name, now() + ODD_MS);
        return instead;
      }
      return result ?? plain();
    },
  };
}

/**
 * Calls an extension, even one found missing by an earlier call.
 * @param onUnknown called if the service does not have it.
 * @returns undefined in that case.
 */
export async function callExtension<T>(
  extension: () => Promise<T>,
  onUnknown?: () => void,
): Promise<T | undefined> {
  try {
    return await extension();
  } catch (error) {
    if (!(error instanceof OffsetApiError && error.isUnknownEndpoint)) throw error;
    onUnknown?.();
    return undefined;
  }
}

function mayBeUnknownEndpoint(error: unknown): boolean {
  if (error instanceof OffsetResponseError) return true;
  if (!(error instanceof OffsetApiError) || isMissingObject(error.error)) return false;
  return error.status <= 500 && error.status !== 429 && error.flights.length === 0;
}

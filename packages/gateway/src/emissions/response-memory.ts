import { LRUCache } from 'lru-cache';

/** Bytes of a response. */
export type ResponseBytes = Uint8Array<ArrayBuffer>;

/** Responses to requests whose bytes came before: a page which shows its estimate again sends the same ones. */
export interface ResponseMemory {
  /**
   * The response to a request of the same bytes; undefined where none is kept.
   * @param name a short text that follows from the bytes, such as their signature; it need not be unique.
   */
  find(name: string, request: Uint8Array): ResponseBytes | undefined;
  /** Keeps a response; from the second time on, since most requests come once. */
  keep(name: string, request: Uint8Array, response: ResponseBytes): void;
}

interface Pair {
  readonly request: Uint8Array;
  readonly response: ResponseBytes;
}

/** Bytes that are kept, requests and responses together. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Names of requests that came once, and their length. */
const MAX_SEEN = 20_000;
const MAX_NAME = 200;

/**
 * A memory of responses. Requests are found by name and compared byte by byte, so that one response is never taken for
 * another's.
 */
export function createResponseMemory(maxSize: number = MAX_BYTES): ResponseMemory {
  const pairs = new LRUCache<string, Pair>({
    maxSize,
    sizeCalculation: ({ request, response }) => request.length + response.length,
  });
  const seen = new LRUCache<string, true>({ max: MAX_SEEN });

  return {
    find(name, request) {
      const known = pairs.get(name);
      return known && isSame(known.request, request) ? known.response : undefined;
    },
    keep(name, request, response) {
      if (name.length > MAX_NAME) return;
      if (!seen.delete(name)) {
        seen.set(name, true);
        return;
      }
      // Copied: the bytes of a body may be a part of a larger buffer, which would be kept with them.
      pairs.set(name, { request: new Uint8Array(request), response });
    },
  };
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

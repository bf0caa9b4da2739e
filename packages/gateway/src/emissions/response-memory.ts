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

/** Bytes of one generation, requests and responses together; two are kept. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Names of requests that came once, and their length. */
const MAX_SEEN = 20_000;
const MAX_NAME = 200;

/**
 * A memory of responses. Requests are found by name and compared byte by byte, so that one response is never taken for
 * another's.
 */
export function createResponseMemory(maxBytes: number = MAX_BYTES): ResponseMemory {
  let current = new Map<string, Pair>();
  let previous = new Map<string, Pair>();
  let size = 0;
  const seen = new Set<string>();

  function put(name: string, pair: Pair): void {
    const bytes = pair.request.length + pair.response.length;
    if (bytes > maxBytes) return;
    if (size + bytes > maxBytes) {
      previous = current;
      current = new Map();
      size = 0;
    }
    size += bytes;
    current.set(name, pair);
  }

  return {
    find(name, request) {
      const known = current.get(name);
      if (known && isSame(known.request, request)) return known.response;
      const older = previous.get(name);
      if (!older || !isSame(older.request, request)) return undefined;
      put(name, older);
      return older.response;
    },
    keep(name, request, response) {
      if (name.length > MAX_NAME) return;
      if (!seen.delete(name)) {
        if (seen.size >= MAX_SEEN) seen.clear();
        seen.add(name);
        return;
      }
      // Copied: the bytes of a body may be a part of a larger buffer, which would be kept with them.
      put(name, { request: new Uint8Array(request), response });
    },
  };
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

import { crc32 } from 'node:zlib';

/** Bytes of a response. */
export type ResponseBytes = Uint8Array<ArrayBuffer>;

/** Responses to requests whose bytes came before: a page which shows its estimate again sends the same ones. */
export interface ResponseMemory {
  /** The response to a request of the same bytes; undefined where none is kept. */
  find(request: Uint8Array): ResponseBytes | undefined;
  /** Keeps a response; from the second time on, since most requests come once. */
  keep(request: Uint8Array, response: ResponseBytes): void;
}

interface Pair {
  readonly request: Uint8Array;
  readonly response: ResponseBytes;
}

/** Bytes of one generation, requests and responses together; two are kept. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Checksums of requests that came once. */
const MAX_SEEN = 20_000;

/**
 * A memory of responses. Requests are found by a checksum and compared byte by byte, so that one response is never
 * taken for another's.
 */
export function createResponseMemory(maxBytes: number = MAX_BYTES): ResponseMemory {
  let current = new Map<number, Pair>();
  let previous = new Map<number, Pair>();
  let size = 0;
  const seen = new Set<number>();

  function put(checksum: number, pair: Pair): void {
    const bytes = pair.request.length + pair.response.length;
    if (bytes > maxBytes) return;
    if (size + bytes > maxBytes) {
      previous = current;
      current = new Map();
      size = 0;
    }
    size += bytes;
    current.set(checksum, pair);
  }

  return {
    find(request) {
      const checksum = crc32(request);
      const known = current.get(checksum);
      if (known && isSame(known.request, request)) return known.response;
      const older = previous.get(checksum);
      if (!older || !isSame(older.request, request)) return undefined;
      put(checksum, older);
      return older.response;
    },
    keep(request, response) {
      const checksum = crc32(request);
      if (!seen.delete(checksum)) {
        if (seen.size >= MAX_SEEN) seen.clear();
        seen.add(checksum);
        return;
      }
      // Copied: the bytes of a body may be a part of a larger buffer, which would be kept with them.
      put(checksum, { request: new Uint8Array(request), response });
    },
  };
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

import { LRUCache } from 'lru-cache';
import type { ApiKeyRow } from '../store/schema.ts';

/** Bytes of a response. */
export type ResponseBytes = Uint8Array<ArrayBuffer>;

/** A request with its signature. */
export interface SignedRequest {
  /** Its `x-body-signature`. */
  readonly signature: string;
  /** Credential of the request. */
  readonly key: ApiKeyRow;
  /** The bytes of its body. */
  readonly body: Uint8Array;
}

/** Responses to repeated requests: a page that shows its estimate again sends the same bytes. */
export interface ResponseMemory {
  /**
   * Finds the response to a request with the same bytes, signature and unchanged credential; undefined if none is kept.
   * It needs no verification, since the earlier request was verified.
   */
  find(request: SignedRequest): ResponseBytes | undefined;
  /** Keeps the response to a verified request; from the second time on, since most requests are sent once. */
  keep(request: SignedRequest, response: ResponseBytes): void;
}

interface Kept {
  readonly body: Uint8Array;
  readonly key: ApiKeyRow;
  readonly response: ResponseBytes;
}

/** Maximum bytes, requests and responses together. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Maximum number of signatures seen once, and their maximum length. */
const MAX_SEEN = 20_000;
const MAX_SIGNATURE = 200;

/**
 * Creates a memory of responses. Requests are found by signature and compared byte by byte, so that no request gets
 * another's response.
 */
export function createResponseMemory(maxSize: number = MAX_BYTES): ResponseMemory {
  const memory = new LRUCache<string, Kept>({
    maxSize,
    sizeCalculation: ({ body, response }) => body.length + response.length,
  });
  const seen = new LRUCache<string, true>({ max: MAX_SEEN });

  return {
    find({ signature, key, body }) {
      const known = memory.get(signature);
      return known && isSameKey(known.key, key) && Buffer.compare(known.body, body) === 0
        ? known.response
        : undefined;
    },
    keep({ signature, key, body }, response) {
      if (signature.length > MAX_SIGNATURE) return;
      if (!seen.delete(signature)) {
        seen.set(signature, true);
        return;
      }
      // Copied: the body may be part of a larger buffer, which would be kept with it.
      memory.set(signature, { body: new Uint8Array(body), key, response });
    },
  };
}

/** Whether a credential still verifies like when a request was kept. */
function isSameKey(kept: ApiKeyRow, now: ApiKeyRow): boolean {
  if (kept === now) return true;
  return (
    kept.id === now.id &&
    kept.scheme === now.scheme &&
    kept.encoding === now.encoding &&
    kept.sealed_secret === now.sealed_secret &&
    kept.public_key === now.public_key
  );
}

import type { IncomingMessage } from 'node:http';
import { Problem } from '../problem.ts';

/** Maximum bytes of a request body: 1 MiB. */
export const MAX_BODY_BYTES: number = 1024 * 1024;

/** For a response before the whole body has arrived: the rest of the body could be read as the next request. */
const headers = { connection: 'close' };
/** Bytes above the limit that are still read, so that the caller can read the response. */
const DRAIN_BYTES = 16 * MAX_BODY_BYTES;
const TIMEOUT_MS = 20_000;

/**
 * Reads the bytes of a body, as received. Call it first: unread bytes are lost once the caller disconnects.
 * @throws Problem 41301 above {@link MAX_BODY_BYTES}, 40801 if they do not all arrive in time, 40001 if they end early.
 */
export function readBody(incoming: IncomingMessage, timeoutMs: number = TIMEOUT_MS): Promise<Uint8Array> {
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers;
  if (length === undefined && coding === undefined) return Promise.resolve(new Uint8Array(0));
  return new Promise((resolve, reject) => {
    let body: Buffer = Buffer.alloc(0);
    let size = 0;

    function settle(problem?: Problem): void {
      clearTimeout(timer);
      incoming.off('data', take).off('end', finish).off('error', breakOff).off('close', breakOff);
      if (problem) reject(problem);
      else resolve(body.subarray(0, size));
    }

    function take(chunk: Buffer): void {
      body = size + chunk.length <= MAX_BODY_BYTES ? append(body, size, chunk) : Buffer.alloc(0);
      size += chunk.length;
      if (size > DRAIN_BYTES) finish();
    }

    function finish(): void {
      const message = 'The body is larger than 1 MiB. Send less at a time.';
      settle(size > MAX_BODY_BYTES ? new Problem(41301, message, { headers }) : undefined);
    }

    function breakOff(): void {
      settle(new Problem(40001, 'The body could not be read. Send it again.'));
    }

    const timer = setTimeout(
      () => settle(new Problem(40801, 'The body did not arrive in time. Send it again.', { headers })),
      timeoutMs,
    );
    if (incoming.destroyed) breakOff();
    else incoming.on('data', take).on('end', finish).on('error', breakOff).on('close', breakOff);
  });
}

/**
 * Appends a piece to the bytes of a body. A piece of one byte is an object of hundreds of bytes: kept separately, the
 * pieces of a few bodies would fill the memory.
 * @param size number of used bytes of `body`.
 */
function append(body: Buffer, size: number, piece: Buffer): Buffer {
  // Most bodies arrive in one piece.
  if (size === 0) return piece;
  let room = body;
  if (size + piece.length > body.length) {
    room = Buffer.allocUnsafe(Math.max(size + piece.length, Math.min(2 * size, MAX_BODY_BYTES)));
    body.copy(room, 0, 0, size);
  }
  piece.copy(room, size);
  return room;
}

/**
 * Encodings with which clients and proxies compress a body. Some clients send a character set here, such as `utf-8`.
 */
const COMPRESSED = /\b(?:gzip|deflate|br|zstd|compress)\b/i;

/**
 * @throws Problem 41501 for a compressed body: its signature would have to cover the compressed bytes, which most
 *   callers do not intend.
 */
export function requireUncompressed(contentEncoding: string | null): void {
  if (COMPRESSED.test(contentEncoding ?? ''))
    throw new Problem(41501, 'Content-Encoding: send the body uncompressed, and sign those bytes.');
}

/** @throws Problem 41501 for a content type that is not JSON. */
export function requireJson(contentType: string | null): void {
  if (!isJson(contentType)) throw new Problem(41501, 'Content-Type must be application/json.');
}

/**
 * Reads JSON from bytes.
 * @throws Problem 41501 for another content type, 40001 if the bytes are not JSON in UTF-8.
 */
export function parseJson(contentType: string | null, body: Uint8Array): unknown {
  requireJson(contentType);
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw new Problem(40001, 'The body is not valid JSON in UTF-8.');
  }
}

/** Refuses bytes that are not UTF-8. Keeps a byte order mark, which then fails as JSON (RFC 8259). */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function isJson(contentType: string | null): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  return type.trim() === 'application/json' && /^(?:charset="?utf-?8"?)?$/.test(charset ?? '');
}

import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { OffsetHandler } from '../handler.ts';
import { consumedBody } from '../http/read-body.ts';
import { respond } from '../http/respond.ts';
import { webRequest } from '../http/web-request.ts';

/** A request of Node, with the fields that frameworks and body parsers add. */
export interface FrameworkRequest extends IncomingMessage {
  /** The path before a framework removed the mount point. */
  readonly originalUrl?: string;
  /** The bytes as some parsers keep them. */
  readonly rawBody?: unknown;
  /** The parsed body; bytes or text are as good as the stream. */
  readonly body?: unknown;
}

/** How to keep the bytes of a body that a parser has consumed. */
const FIX =
  'Mount the handler before express.json() and its like, or keep the bytes: ' +
  'express.json({ verify: (req, res, bytes) => { req.rawBody = bytes } }).';

/**
 * Runs a handler on a request of Node; never rejects. Reads the raw bytes; after a body parser, uses the bytes that it
 * kept, and if it kept none, the response and the log describe the fix.
 */
export async function runOnNode(
  handler: OffsetHandler,
  incoming: FrameworkRequest,
  outgoing: ServerResponse,
  fix: string = FIX,
): Promise<Response> {
  const response = await respond(() => handler(toRequest(incoming, outgoing, bodyOf(incoming, fix))));
  // The unread rest of a body would block the next request on this connection. HTTP/2 has no such header.
  if (incoming.complete === false && incoming.httpVersionMajor < 2 && !outgoing.headersSent)
    outgoing.setHeader('connection', 'close');
  return response;
}

/** @throws CheckoutError if a parser has kept nothing of the body. */
function bodyOf(incoming: FrameworkRequest, fix: string): BodyInit | null {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return null;
  for (const kept of [incoming.rawBody, incoming.body]) {
    if (typeof kept === 'string') return kept;
    if (kept instanceof Uint8Array) return Buffer.from(kept);
  }
  if (!incoming.readableDidRead && !incoming.readableEnded) {
    return Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  }
  if (hasNoBody(incoming)) return null;
  throw consumedBody(fix);
}

/** Whether a request never had a body. */
function hasNoBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) === 0;
}

function toRequest(incoming: FrameworkRequest, outgoing: ServerResponse, body: BodyInit | null): Request {
  const { method = 'GET', headers, socket } = incoming;
  const closed = new AbortController();
  // Not `writableFinished`: over HTTP/2 it is true even if the reader left.
  outgoing.once('close', () => outgoing.writableEnded || closed.abort());
  return webRequest({
    method,
    scheme: 'encrypted' in socket && socket.encrypted ? 'https' : 'http',
    host: String(headers[':authority'] ?? headers.host ?? 'localhost'),
    target: incoming.originalUrl ?? incoming.url ?? '/',
    headers: Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(':') || value === undefined
        ? []
        : [value].flat().map((one): [string, string] => [name, one]),
    ),
    body,
    signal: closed.signal,
  });
}

import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { OffsetHandler } from '../handler.ts';
import { readAddress } from '../http/address.ts';
import { eatenBody } from './eaten-body.ts';

/** A request of Node, with what frameworks and body parsers leave on it. */
export interface FrameworkRequest extends IncomingMessage {
  /** The path before a framework took the mount point off it. */
  readonly originalUrl?: string;
  /** The bytes as some parsers keep them. */
  readonly rawBody?: unknown;
  /** What a parser made of the body; bytes or text are as good as the stream. */
  readonly body?: unknown;
}

/** How a body that a parser has eaten can be had nevertheless. */
const CURE =
  'Mount the handler before express.json() and its like, or keep the bytes: ' +
  'express.json({ verify: (req, res, bytes) => { req.rawBody = bytes } }).';

/**
 * Runs a handler on a request of Node. The raw bytes are read here; where a body parser came first, the bytes it
 * kept are used, and where it kept none the answer and the log say how to mend that.
 */
export async function runOnNode(
  handler: OffsetHandler,
  incoming: FrameworkRequest,
  outgoing: ServerResponse,
  cure: string = CURE,
): Promise<Response> {
  const body = bodyOf(incoming);
  if (body !== 'eaten') return handler(toRequest(incoming, outgoing, body));
  return eatenBody(cure);
}

function bodyOf(incoming: FrameworkRequest): BodyInit | null | 'eaten' {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return null;
  for (const kept of [incoming.rawBody, incoming.body]) {
    if (typeof kept === 'string') return kept;
    if (kept instanceof Uint8Array) return Buffer.from(kept);
  }
  if (!incoming.readableDidRead && !incoming.readableEnded) {
    return Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  }
  return isEmpty(incoming) ? null : 'eaten';
}

/** Whether a request never had a body. */
function isEmpty({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) === 0;
}

function toRequest(incoming: FrameworkRequest, outgoing: ServerResponse, body: BodyInit | null): Request {
  const { method = 'GET', headers, socket } = incoming;
  const protocol = 'encrypted' in socket && socket.encrypted ? 'https' : 'http';
  const host = headers[':authority'] ?? headers.host ?? 'localhost';
  const path = incoming.originalUrl ?? incoming.url ?? '/';
  const gone = new AbortController();
  outgoing.once('close', () => outgoing.writableFinished || gone.abort());
  return new Request(readAddress(`${protocol}://${host}${path}`) ?? 'http://localhost/', {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(':') || value === undefined
        ? []
        : [value].flat().map((one): [string, string] => [name, one]),
    ),
    body,
    signal: gone.signal,
    // Node demands it of a body which is a stream.
    ...({ duplex: 'half' } as object),
  });
}

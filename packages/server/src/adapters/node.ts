import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { OffsetHandler } from '../handler.ts';
import { readAddress } from '../http/address.ts';
import { problemAnswer } from '../http/answer.ts';
import { consumedBody } from '../http/read-body.ts';

/** What body parsers of Node's frameworks leave on a request. */
interface ParsedRequest extends IncomingMessage {
  readonly rawBody?: unknown;
  readonly body?: unknown;
  readonly originalUrl?: string;
}

const CURE =
  'Mount the handler before express.json() and its like, or keep the bytes: ' +
  'express.json({ verify: (req, res, bytes) => { req.rawBody = bytes } }).';

/**
 * Serves a handler from Node's own `http` server, and from anything which hands on its request and response.
 * The raw bytes of the body are read here; where a body parser came first, the bytes it kept are used, else the
 * answer says how to mend it.
 * @example createServer(toNodeHandler(createOffsetHandler(options))).listen(4020);
 */
export function toNodeHandler(
  handler: OffsetHandler,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    const response = await respond(handler, incoming, outgoing);
    await sendResponse(response, outgoing);
  };
}

async function respond(
  handler: OffsetHandler,
  incoming: ParsedRequest,
  outgoing: ServerResponse,
): Promise<Response> {
  const body = bodyOf(incoming);
  if (body === 'consumed') {
    const problem = consumedBody(CURE);
    console.error(problem.cause);
    return problemAnswer(problem, crypto.randomUUID());
  }
  return handler(toRequest(incoming, outgoing, body));
}

/** A web request of a request of Node, with a body that was already read or the stream as it comes. */
function toRequest(incoming: ParsedRequest, outgoing: ServerResponse, body: BodyInit | null): Request {
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

function bodyOf(incoming: ParsedRequest): BodyInit | null | 'consumed' {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return null;
  for (const kept of [incoming.rawBody, incoming.body]) {
    if (typeof kept === 'string') return kept;
    if (kept instanceof Uint8Array) return Buffer.from(kept);
  }
  if (incoming.readableDidRead || incoming.readableEnded) {
    return incoming.headers['content-length'] === '0' ? null : 'consumed';
  }
  return Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
}

/** Writes a web response to a response of Node. The handler's bodies are short, so they are written at once. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  if (outgoing.destroyed) return;
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  outgoing.setHeader('content-length', body.length);
  await new Promise<void>((resolve) => {
    outgoing.once('close', resolve);
    outgoing.end(body, resolve);
  });
}

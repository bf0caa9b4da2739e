import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERROR_CODES, type ErrorBody, type ErrorCodeNumber } from '@flight-offset/core';
import { RequestError } from '@hono/node-server';

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Time for which a client may read the refusal, milliseconds, before its connection ends on both sides. */
const LINGER_MS = 2000;

function codeOf(error: NodeJS.ErrnoException): ErrorCodeNumber {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 43101;
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 40801 : 40005;
}

/** A response with the Error object of a code. */
interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: string;
}

function errorOf(code: ErrorCodeNumber): ErrorResponse {
  const { status, when } = ERROR_CODES[code];
  const body: ErrorBody = { error: code, message: when };
  const json = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(json)),
    'x-request-id': crypto.randomUUID(),
    'x-content-type-options': 'nosniff',
    // A cache would send one client's refusal to everybody.
    'cache-control': 'no-store',
  };
  return { status, headers, json };
}

/**
 * Returns the response in progress to a complete request on this connection: then the bytes after that request are at
 * fault. Node has no public name for it; its own handler reads the same property.
 */
function responseUnderWay(socket: Duplex): ServerResponse | undefined {
  const { _httpMessage: response } = socket as { readonly _httpMessage?: ServerResponse | null };
  return response && (response.headersSent || response.req.complete) ? response : undefined;
}

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const response = responseUnderWay(socket);
  if (response) {
    // A refusal now would state that the request in progress, for example to create an order, was not carried out.
    socket.pause();
    response.shouldKeepAlive = false;
    response.once('close', () => socket.end(() => socket.destroy()));
    return;
  }
  const { status, headers, json } = errorOf(codeOf(error));
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${json}`);
  // A client that keeps sending, a byte at a time, would keep the connection open forever.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** Responds to a request that Node accepts and the application does not, for example a host with a password. */
export function malformedResponse(error: unknown): Response {
  const { status, headers, json } = errorOf(error instanceof RequestError ? 40005 : 50001);
  return new Response(json, { status, headers });
}

/** Counts the hosts of a request. Node keeps the first of several, and a proxy may have used another. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts;
}

/**
 * Refuses a request that names several hosts, or an HTTP/1.1 request that names none (RFC 9112, section 3.2). Node
 * would refuse only the latter, without an Error object.
 * @returns whether it did.
 */
export function refuseHosts(request: IncomingMessage, response: ServerResponse): boolean {
  const hosts = hostsOf(request);
  if (hosts === 1 || (hosts === 0 && request.httpVersion !== '1.1')) return false;
  const { status, headers, json } = errorOf(40005);
  response.writeHead(status, { connection: 'close', ...headers }).end(json);
  return true;
}

/** Responds with an Error object also to bytes that never became a request: not HTTP, too large or too slow. */
export function refuseMalformed(server: Server): void {
  server.on('clientError', refuse);
  // Expectations other than 100-continue may be ignored; Node would refuse them without an Error object.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { OffsetHandler } from '../handler.ts';
import { reportToStderr } from '../report.ts';
import { runOnNode } from './node-request.ts';

/** A listener of Node's `http`, `https` and `http2` servers. */
export type NodeHandler = (
  incoming: IncomingMessage | Http2ServerRequest,
  outgoing: ServerResponse | Http2ServerResponse,
) => Promise<void>;

/**
 * Serves a handler from Node's own server, and from any framework that passes on its request and response. It never
 * rejects: Node ends a process on an unhandled rejection.
 * @example createServer(toNodeHandler(createOffsetHandler(options))).listen(4020);
 */
export function toNodeHandler(handler: OffsetHandler): NodeHandler {
  // Requests and responses of HTTP/2 have every field that is used here.
  return async (incoming: object, outgoing: object) => {
    const response = outgoing as ServerResponse;
    await sendResponse(await runOnNode(handler, incoming as IncomingMessage, response), response);
  };
}

/**
 * Writes a web response to a response of Node; never rejects. The handler's bodies are short, so they are written at
 * once. A connection that is closed or has a response already is left alone.
 */
async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  // A broken connection emits an error event, which throws if nobody listens.
  outgoing.on('error', () => undefined);
  try {
    const body = new Uint8Array(await response.arrayBuffer());
    if (outgoing.destroyed || outgoing.headersSent) return;
    outgoing.statusCode = response.status;
    for (const [name, value] of response.headers) outgoing.setHeader(name, value);
    if (response.body) outgoing.setHeader('content-length', body.length);
    await new Promise<void>((resolve) => {
      outgoing.once('close', resolve);
      outgoing.end(body, resolve);
    });
  } catch (error) {
    reportToStderr(error, { operation: 'sendResponse' });
    outgoing.destroy();
  }
}

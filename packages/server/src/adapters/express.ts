import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OffsetHandler } from '../handler.ts';
import { sendResponse } from './node.ts';
import { runOnNode } from './node-request.ts';

/** Middleware of Express 4 and 5, Connect and their like. */
export type ExpressHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

/**
 * Serves a handler from Express. Mount it before `express.json()`, or let that keep the bytes as `req.rawBody`.
 * @example app.use('/offset', toExpress(createOffsetHandler(options)));
 */
export function toExpress(handler: OffsetHandler): ExpressHandler {
  return async (incoming, outgoing, next) => {
    try {
      await sendResponse(await runOnNode(handler, incoming, outgoing), outgoing);
    } catch (error) {
      next(error);
    }
  };
}

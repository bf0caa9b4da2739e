import type { OffsetHandler } from '../handler.ts';
import { type NodeHandler, toNodeHandler } from './node.ts';

/** Middleware of Express 4 and 5, Connect and similar frameworks. It always responds, so it calls no `next`. */
export type ExpressHandler = NodeHandler;

/**
 * Serves a handler from Express. Mount it before `express.json()`, or let that keep the bytes as `req.rawBody`.
 * @example app.use('/offset', toExpressHandler(createOffsetHandler(options)));
 */
export function toExpressHandler(handler: OffsetHandler): ExpressHandler {
  return toNodeHandler(handler);
}

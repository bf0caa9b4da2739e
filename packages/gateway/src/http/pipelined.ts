import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait behind another. Few clients send any, and the proxies of the guide none. */
const MAX_WAITING = 32;

const waiting = new WeakMap<Socket, number>();

/**
 * Handles a request once the responses before it on its connection are written. Node would let all of them be handled at
 * once, and keep every response in memory for a client which reads none.
 */
export function inTurn(response: ServerResponse, handle: () => void): void {
  // Only what waits behind another has no connection of its own yet.
  // In a turn of the event loop of its own: those of a packet would keep everybody else waiting until the last of them.
  if (response.socket === null) response.once('socket', () => setImmediate(handle));
  else handle();
}

/**
 * Ends a connection on which too many requests wait for the response to another. Node takes the hundreds that fit into a
 * packet at once: a few clients which read nothing would keep the gateway busy for minutes.
 * @returns whether a request is of such a connection, and needs no response.
 */
export function isPipelinedAway({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return true;
  if (response.socket !== null) return false;
  const before = waiting.get(socket) ?? 0;
  if (before === MAX_WAITING) {
    socket.destroy();
    return true;
  }
  waiting.set(socket, before + 1);
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return false;
}

import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listenOnLoopback } from '../src/testing/loopback.ts';
import type { Random } from './random.ts';

/** Probability of each fault for a connection, from 0 to 1. */
export interface FaultOdds {
  /** Reset at some point in the request or the response. */
  readonly reset: number;
  /** Each chunk is delayed. */
  readonly delay: number;
  /** The response ends in the middle, with a regular close. */
  readonly truncate: number;
  /** The caller's side is closed after the first chunk; the response may still arrive. */
  readonly halfClose: number;
}

/** No faults. */
export const NO_FAULTS: FaultOdds = { reset: 0, delay: 0, truncate: 0, halfClose: 0 };

/** A TCP proxy on loopback that damages connections as networks do. */
export interface FaultProxy {
  readonly port: number;
  /** Number of faults made so far. */
  readonly faults: number;
  setOdds(odds: FaultOdds): void;
  /** Sets the target of new connections. */
  setTarget(port: number): void;
  /** Resets every open connection at once. */
  resetAll(): void;
  /**
   * Drops every packet from now on without notice to either end, as a firewall that forgot its connections does. Both
   * the open connections and those opened before {@link FaultProxy.reappear} are lost permanently.
   */
  vanish(): void;
  /** Connects new connections to the target again. */
  reappear(): void;
  close(): Promise<void>;
}

/** A fault of a connection: of its kind, after so many bytes, or by a delay of `ms`. */
type Fault = { readonly kind: keyof FaultOdds; readonly after: number; readonly ms: number } | undefined;

/** One direction of a connection, and its fault. */
interface Direction {
  readonly from: Socket;
  readonly to: Socket;
  readonly fault: Fault;
  readonly isResponse: boolean;
}

/** Returns the number of bytes of a direction after which its fault cuts it; infinite if it does not. */
function cutAt({ fault, isResponse }: Direction): number {
  const cuts = fault?.kind === 'reset' || (fault?.kind === 'truncate' && isResponse);
  return cuts ? fault.after : Number.POSITIVE_INFINITY;
}

/** Tests whether a direction of a connection is closed after its first chunk. */
const isHalfClosed = ({ fault, isResponse }: Direction): boolean =>
  fault?.kind === 'halfClose' && !isResponse;

/** Ends a direction of a connection before all of it has passed: with a regular close, or a reset of both ends. */
function cut({ from, to, fault }: Direction): void {
  if (fault?.kind === 'truncate') {
    to.end();
    from.destroy();
  } else {
    to.resetAndDestroy();
    from.resetAndDestroy();
  }
}

/** Starts a proxy to `targetPort` on this machine. */
export async function startFaultProxy(targetPort: number, random: Random): Promise<FaultProxy> {
  const open = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  let vanished = false;
  let odds = NO_FAULTS;
  let target = targetPort;
  let faults = 0;

  function draw(): Fault {
    let dice = random.next();
    const after = random.whole(0, 600);
    const ms = random.whole(20, 800);
    for (const kind of ['reset', 'delay', 'truncate', 'halfClose'] as const) {
      if (dice < odds[kind]) return { kind, after, ms };
      dice -= odds[kind];
    }
    return undefined;
  }

  /** Passes the chunks of a direction on until its fault ends it. @returns Whether it was cut. */
  async function passChunks(direction: Direction): Promise<boolean> {
    const { from, to, fault } = direction;
    const end = cutAt(direction);
    let passed = 0;
    let isClosed = false;
    for await (const chunk of from as AsyncIterable<Buffer>) {
      // Keeps reading, so that the socket stays open for the response.
      if (isClosed || lost.has(from)) continue;
      if (fault?.kind === 'delay') await wait(fault.ms);
      if (passed + chunk.length > end) {
        faults += 1;
        to.write(chunk.subarray(0, Math.max(0, end - passed)));
        cut(direction);
        return true;
      }
      passed += chunk.length;
      to.write(chunk);
      if (isHalfClosed(direction)) {
        faults += 1;
        isClosed = true;
        to.end();
      }
    }
    return false;
  }

  async function pipe(direction: Direction): Promise<void> {
    const { from, to } = direction;
    try {
      const wasCut = await passChunks(direction);
      if (!wasCut && !lost.has(from)) to.end();
    } catch {
      // The other end was reset, so this one is too.
      if (!lost.has(from)) to.resetAndDestroy();
    }
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (caller) => {
    if (vanished) {
      open.add(caller.on('error', () => {}).on('close', () => open.delete(caller)));
      caller.resume();
      return;
    }
    const callee = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    for (const [socket, other] of [
      [caller, callee],
      [callee, caller],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        if (socket.errored && !lost.has(socket)) other.resetAndDestroy();
      });
    }
    const fault = draw();
    // A cut falls into the request as often as into the response.
    const inRequest = fault?.kind === 'reset' && fault.ms % 2 === 0;
    if (fault?.kind === 'delay') faults += 1;
    const ofRequest = inRequest || fault?.kind !== 'reset' ? fault : undefined;
    void pipe({ from: caller, to: callee, fault: ofRequest, isResponse: false });
    void pipe({ from: callee, to: caller, fault: inRequest ? undefined : fault, isResponse: true });
  });
  const { port } = await listenOnLoopback(server);
  return {
    port,
    get faults() {
      return faults;
    },
    setOdds(given) {
      odds = given;
    },
    setTarget(port) {
      target = port;
    },
    resetAll() {
      faults += 1;
      for (const socket of open) socket.resetAndDestroy();
    },
    vanish() {
      faults += 1;
      vanished = true;
      for (const socket of open) lost.add(socket);
    },
    reappear() {
      vanished = false;
    },
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

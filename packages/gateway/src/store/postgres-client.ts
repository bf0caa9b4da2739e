import type { Socket } from 'node:net';
import pg from 'pg';
import { isReadOnly } from './database-unavailable.ts';
import { type Kept, KeptQuery, type Shapes } from './kept-query.ts';
import { statementName } from './prepared.ts';

/** What of the driver's client is not in its types. */
interface Inside {
  readonly connection: {
    readonly stream: Socket;
    on(event: 'errorMessage', listener: (error: Error) => void): void;
  };
  readonly readyForQuery?: boolean;
}

/**
 * A connection which has the server keep the statements that every request runs, parsed and planned; which sends what
 * is sent at the same time in one packet; and which notices that nobody is at its other end any more.
 */
export class PreparingClient extends pg.Client {
  #held = false;
  readonly #shapes: Shapes = new Map();
  /** Whether the server has become a standby, or was made read-only: another connection may do better. */
  wasRefusedWrites = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.#inside.connection.on('errorMessage', (error) => {
      if (isReadOnly(error)) this.wasRefusedWrites = true;
    });
  }

  get #inside(): Inside {
    return this as unknown as Inside;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has eight overloads; only the text is looked at
  override query(...given: any[]): any {
    const [text, values] = given;
    const name = typeof text === 'string' ? statementName(text) : undefined;
    this.#hold();
    if (name === undefined) return super.query(...(given as [string]));
    return new Promise((resolve, reject) => {
      const callback: Kept['callback'] = (error, result) => (error ? reject(error) : resolve(result));
      // A query of the driver's own kind: what it is given as an object it would copy, property by property.
      super.query(new KeptQuery(text, values, { name, shapes: this.#shapes, callback }) as never);
    });
  }

  /**
   * Closes the connection once nothing has come for so long while a statement is running.
   * @param ms milliseconds.
   * @param onSilence called when that happens.
   */
  limitSilence(ms: number, onSilence: () => void): void {
    const { stream } = this.#inside.connection;
    // One timer of the socket's own: one for each statement would cost more than the statement.
    stream.setTimeout(ms);
    stream.on('timeout', () => {
      if (this.#inside.readyForQuery) return;
      const message = `the database has not responded for ${ms} ms; the connection was closed`;
      stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
      onSilence();
    });
  }

  /** Closes the connection at once, whatever is under way. */
  destroy(): void {
    this.#inside.connection.stream.destroy();
  }

  #hold(): void {
    const { stream } = this.#inside.connection;
    // The stream of another runtime may not know how to.
    if (this.#held || typeof stream.cork !== 'function') return;
    this.#held = true;
    stream.cork();
    process.nextTick(() => {
      this.#held = false;
      stream.uncork();
    });
  }
}

import pg from 'pg';
import { statementName } from './prepared.ts';

/**
 * A connection which has the server keep the statements that every request runs, parsed and planned; and which sends
 * what is asked at the same time in one packet.
 */
export class PreparingClient extends pg.Client {
  #held = false;

  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has eight overloads; only the text is looked at
  override query(...given: any[]): any {
    const [text, values] = given;
    const name = typeof text === 'string' ? statementName(text) : undefined;
    const [query, ...rest] = name === undefined ? given : [{ name, text, values }];
    this.#hold();
    return super.query(query, ...rest);
  }

  #hold(): void {
    // Not in the driver's types.
    const { stream } = (this as unknown as { connection: { stream: NodeJS.WritableStream & Corkable } })
      .connection;
    if (this.#held || !stream.cork) return;
    this.#held = true;
    stream.cork();
    process.nextTick(() => {
      this.#held = false;
      stream.uncork?.();
    });
  }
}

interface Corkable {
  cork?(): void;
  uncork?(): void;
}

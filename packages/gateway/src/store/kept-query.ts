import pg from 'pg';

/** What the columns of a statement's rows are, as the driver keeps it. */
interface Shape {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** The shapes of the statements that a connection has run, by name. */
export type Shapes = Map<string, Shape>;

/** What of the driver's connection is not in its types. */
interface Connection {
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  bind(bound: object): void;
  execute(portal: object): void;
  sync(): void;
}

/** What of the driver's query is not in its types. */
interface Inside {
  readonly _result: Shape & { parseRow(values: unknown): unknown; addRow(row: unknown): void };
  _canceledDueToError: unknown;
  readonly values: readonly unknown[];
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: { readonly fields: unknown }): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

/** The driver's own class, with what it does not declare. */
const DriverQuery = pg.Query as unknown as new (text: string, values: readonly unknown[]) => Inside;

/** How the driver writes values. */
const { prepareValue: valueMapper } = (pg as unknown as { readonly utils: never }).utils;

/** What a statement is called on the server, and who waits for its rows. */
export interface Kept {
  readonly name: string;
  readonly shapes: Shapes;
  readonly callback: (error: Error | null, result: pg.QueryResult) => void;
}

/**
 * A statement that the server keeps. What its rows look like the server tells once per connection: to have every run describe
 * them costs the process as much as reading a row or two. Where a table has changed meanwhile, the server refuses the statement.
 */
export class KeptQuery extends DriverQuery {
  readonly name: string;
  readonly callback: Kept['callback'];
  readonly #shapes: Shapes;

  constructor(text: string, values: readonly unknown[], { name, shapes, callback }: Kept) {
    super(text, values);
    this.name = name;
    this.callback = callback;
    this.#shapes = shapes;
  }

  override prepare(connection: Connection): void {
    const shape =
      connection.parsedStatements[this.name] === undefined ? undefined : this.#shapes.get(this.name);
    if (!shape) {
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, shape);
    connection.bind({ portal: '', statement: this.name, values: this.values, valueMapper });
    connection.execute({ portal: '' });
    connection.sync();
  }

  override handleDataRow({ fields }: { readonly fields: unknown }): void {
    if (this._canceledDueToError) return;
    try {
      this._result.addRow(this._result.parseRow(fields));
    } catch (error) {
      this._canceledDueToError = error;
    }
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (!this.#shapes.has(this.name))
      this.#shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
    super.handleCommandComplete(message, connection);
  }
}

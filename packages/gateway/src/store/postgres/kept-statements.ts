import pg from 'pg';

/** A statement that the server keeps, and the caller that waits for its rows. */
export interface KeptStatement {
  /** Its name on the server. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly callback: (error: Error | null, result: pg.QueryResult) => void;
}

/** The columns of a statement's rows, as the driver keeps them. */
interface Shape {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** The shapes of the statements that a connection has run, by name. */
export type Shapes = Map<string, Shape>;

/** Parts of the driver's result that its types do not declare. */
interface Result extends Shape {
  readonly _types: unknown;
  addFields(fields: unknown): void;
  parseRow(values: unknown): unknown;
  addRow(row: unknown): void;
  addCommandComplete(message: unknown): void;
}

/** Parts of the driver's connection that its types do not declare. */
interface Connection {
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: object): void;
  close(statement: object): void;
  bind(bound: object): void;
  describe(portal: object): void;
  execute(portal: object): void;
  sync(): void;
}

/** Parts of the driver's query that its types do not declare. */
interface Query {
  readonly _result: Result;
  name: string | undefined;
  text: string | undefined;
}

/** The driver's own classes, with their undeclared parts. */
const DriverQuery = pg.Query as unknown as new (text: string) => Query;
const DriverResult = pg.Result as unknown as new (rowMode: undefined, types: unknown) => Result;

/** The driver's conversion of parameters. */
const { prepareValue } = (pg as unknown as { readonly utils: { prepareValue(value: unknown): unknown } })
  .utils;

/** Converts a value as the driver does; an array of plain values at once instead of one by one. */
function convertParameter(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every(isPlain)) {
    const json = JSON.stringify(value);
    // PostgreSQL's arrays escape differently from JSON.
    if (!json.includes('\\')) return `{${json.slice(1, -1)}}`;
  }
  return prepareValue(value);
}

const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'string' || Number.isFinite(value);

/** Stands in for a statement's text: the server skipped it, because it followed one that failed. */
const SKIPPED = '';

/** A statement under way. */
interface Part extends KeptStatement {
  result?: Result;
  /** Why a row of it could not be read. */
  fault?: Error;
}

/** The error that PostgreSQL itself reports for a statement after one that failed. */
function aborted(): Error {
  const message = 'current transaction is aborted, commands ignored until end of transaction block';
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code: '25P02' });
}

/**
 * Statements that the server keeps, sent together as one query of the driver. The server responds to all of them at
 * once, instead of each in a packet of its own; after one that fails it runs none of the rest. The server describes the
 * rows of a statement once per connection: a description with every run would cost the process as much as reading a row
 * or two. If a table has changed meanwhile, the server refuses the statement.
 *
 * They belong to one transaction: outside a transaction, several statements would become one.
 */
export class KeptStatements extends DriverQuery {
  readonly #shapes: Shapes;
  readonly #parts: Part[] = [];
  /** The index of the statement whose response comes next. */
  #at = 0;

  constructor(shapes: Shapes) {
    super('');
    this.#shapes = shapes;
  }

  /** Adds a statement, before they are sent. @throws if a value cannot be converted. */
  add(statement: KeptStatement): void {
    this.#parts.push({ ...statement, values: statement.values.map(convertParameter) });
  }

  /** Sends them; the driver calls this. */
  submit(connection: Connection): null {
    for (const part of this.#parts) {
      const { name, text, values } = part;
      part.result = new DriverResult(undefined, this._result._types);
      const isParsed = connection.parsedStatements[name] !== undefined;
      const sent = connection.submittedNamedStatements[name];
      if (!isParsed && (sent === undefined || sent === SKIPPED)) {
        // A pooler has registered it, the server has not: a pooler ends a connection that prepares a statement twice.
        if (sent === SKIPPED) connection.close({ type: 'S', name });
        connection.parse({ name, text });
        connection.submittedNamedStatements[name] = text;
      }
      connection.bind({ portal: '', statement: name, values });
      const shape = isParsed ? this.#shapes.get(name) : undefined;
      if (shape) Object.assign(part.result, shape);
      else connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '' });
    }
    connection.sync();
    this.#expect();
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: unknown }): void {
    this.#parts[this.#at]?.result?.addFields(fields);
  }

  handleDataRow({ fields }: { readonly fields: unknown }): void {
    const part = this.#parts[this.#at];
    if (!part?.result || part.fault) return;
    try {
      part.result.addRow(part.result.parseRow(fields));
    } catch (error) {
      part.fault = error as Error;
    }
  }

  handleCommandComplete(message: unknown): void {
    const part = this.#parts[this.#at];
    if (!part?.result) return;
    part.result.addCommandComplete(message);
    if (!this.#shapes.has(part.name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = part.result;
      this.#shapes.set(part.name, { fields, _parsers, _prebuiltEmptyResultObject });
    }
    this.#at += 1;
    this.#expect();
  }

  handleReadyForQuery(): void {
    for (const part of this.#parts) end(part);
  }

  /** @param error of the connection, or of the server for the statement whose response comes next. */
  handleError(error: Error, connection: Connection): void {
    // An error after the last response belongs to the last statement: a constraint that is checked at the end.
    const failed = Math.min(this.#at, this.#parts.length - 1);
    const isOfServer = error instanceof pg.DatabaseError;
    for (const [place, part] of this.#parts.entries()) {
      if (place < failed) end(part);
      else end(part, place > failed && isOfServer ? aborted() : error);
      // The server has skipped the statements that follow.
      if (place >= failed) connection.submittedNamedStatements[part.name] = SKIPPED;
    }
  }

  /** Names the next statement, so that the driver notes it as parsed. */
  #expect(): void {
    const part = this.#parts[this.#at];
    this.name = part?.name;
    this.text = part?.text;
  }
}

function end({ callback, result, fault }: Part, error?: Error): void {
  callback(error ?? fault ?? null, result as unknown as pg.QueryResult);
}

import { errorBodySchema } from '../errors/error-body.ts';
import type { Caller, Reply } from './target.ts';

/** Basis of a check's claim: the interface itself, or a decision of this project where the interface is silent. */
export type Basis = 'interface' | 'decision';

/** One claim about a service. */
export interface Check {
  /** Group in the table: the operation or subject. */
  readonly group: string;
  /** The claim, as a sentence without a subject: "echoes the amount". */
  readonly claim: string;
  readonly basis: Basis;
  /** @throws Failure if the claim is false. */
  run(caller: Caller): Promise<void>;
}

/** A claim is false; the message states what the service did instead. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Fails a check unless the condition holds. */
export function expect(condition: boolean, actual: string): asserts condition {
  if (!condition) throw new Failure(actual);
}

/** An object read loosely, for looking at fields one by one. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the body of a response as an object. */
export function fieldsOf(reply: Reply): Fields {
  const { json, status } = reply;
  expect(
    typeof json === 'object' && json !== null && !Array.isArray(json),
    `status ${status}, body is no object`,
  );
  return json as Fields;
}

/** Requires a successful response. */
export function expectSuccess(reply: Reply): Reply {
  expect(
    reply.status >= 200 && reply.status < 300,
    `status ${reply.status}: ${JSON.stringify(reply.json)?.slice(0, 200)}`,
  );
  return reply;
}

/** Requires an Error object with a 4xx status. */
export function expectRefusal(reply: Reply, ...statuses: number[]): void {
  const { status } = reply;
  expect(status >= 400 && status < 500, `status ${status}`);
  const read = errorBodySchema.safeParse(reply.json);
  expect(
    read.success,
    `status ${status}, body is no Error object: ${JSON.stringify(reply.json)?.slice(0, 200)}`,
  );
  if (statuses.length > 0)
    expect(statuses.includes(status), `status ${status}, not ${statuses.join(' or ')}`);
}

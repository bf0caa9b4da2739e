import type * as z from 'zod';
import { OffsetError } from '../errors/errors.ts';

/**
 * A value from outside does not conform to its schema. `field` names the first invalid field.
 * @example
 * if (error instanceof ValidationError) showProblem(error.field, error.message);
 */
export class ValidationError extends OffsetError {
  override readonly name = 'ValidationError';
  /** Path of the first invalid field, such as `flights[2].departureDate.day`. */
  readonly field: string;

  constructor(field: string, problem: string) {
    super('invalid_value', `${field}: ${problem}`);
    this.field = field;
  }
}

/** Name of a field in another: `flights[2].origin`. */
export function fieldIn(field: string, part: PropertyKey): string {
  if (typeof part === 'number') return `${field}[${part}]`;
  return field === '' ? String(part) : `${field}.${String(part)}`;
}

/**
 * One issue as words that follow the field's name: the limit, and what was received instead. Only the type or length of
 * a text is stated: it may be personal.
 */
function problemText(issue: z.core.$ZodIssue, given: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return given === undefined
        ? 'is required'
        : `must be ${article(issue.expected)}, not ${received(given)}`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`;
    case 'too_small':
      return tooSmall(issue, given);
    case 'too_big':
      return tooBig(issue, given);
    default:
      return issue.message;
  }
}

function tooSmall(issue: z.core.$ZodIssueTooSmall, given: unknown): string {
  // A number in a query is given as text.
  if (isNumber(issue))
    return `must be ${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}, not ${Number(given)}`;
  if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
  return withLength(issue.message, given);
}

function tooBig(issue: z.core.$ZodIssueTooBig, given: unknown): string {
  if (isNumber(issue))
    return `must be ${issue.inclusive ? 'at most' : 'below'} ${issue.maximum}, not ${Number(given)}`;
  if (issue.origin === 'string') return withLength(`must have at most ${issue.maximum} characters`, given);
  return withLength(issue.message, given);
}

function isNumber({ origin }: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): boolean {
  return origin === 'number' || origin === 'int';
}

function withLength(text: string, given: unknown): string {
  return typeof given === 'string' || Array.isArray(given) ? `${text}, not ${given.length}` : text;
}

/** Describes a received value: a number as it is, anything else by its type. */
function received(given: unknown): string {
  if (typeof given === 'number') return String(given);
  if (given === null) return 'null';
  return article(Array.isArray(given) ? 'array' : typeof given);
}

function article(expected: string): string {
  if (expected === 'int') return 'a whole number';
  if (expected === 'number') return 'a finite number';
  if (expected === 'record') return 'an object';
  return `${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner === null || typeof inner !== 'object' ? undefined : Reflect.get(inner, key)),
    value,
  );
}

/**
 * Reads a value from outside through a schema.
 * @param root what to call the value itself in a message, such as `body`.
 * @throws ValidationError that names the first invalid field.
 * @example
 * const order = parse(createOrderSchema, JSON.parse(text));
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown, root = 'body'): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (!issue) throw new ValidationError(root, 'is invalid');
  throw new ValidationError(
    issue.path.reduce(fieldIn, '') || root,
    problemText(issue, valueAt(value, issue.path)),
  );
}

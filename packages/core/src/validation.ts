import type * as z from 'zod';
import { OffsetError } from './errors.ts';

/** A value from outside does not fit its schema. `field` names the first place where it does not. */
export class ValidationError extends OffsetError {
  override readonly name = 'ValidationError';
  /** Path of the first field at fault, such as `flights[2].departureDate.day`. */
  readonly field: string;

  constructor(field: string, problem: string) {
    super('invalid_value', `${field}: ${problem}`);
    this.field = field;
  }
}

/** Path of an issue as a reader writes it: `flights[2].origin`. */
function pathText(path: readonly PropertyKey[], root: string): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text === '' ? root : text.replace(/^\./, '');
}

/** Reads one issue as words that follow the field's name. Never repeats the value: it may be personal. */
function problemText(issue: z.core.$ZodIssue, given: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return given === undefined ? 'is required' : `must be ${article(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`;
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `must be ${issue.minimum} or more`
        : issue.message;
    case 'too_big':
      if (issue.origin === 'string') return `must be ${issue.maximum} characters at most`;
      return issue.origin === 'array' ? issue.message : `must be ${issue.maximum} or less`;
    default:
      return issue.message;
  }
}

function article(expected: string): string {
  if (expected === 'int') return 'a whole number';
  if (expected === 'number') return 'a finite number';
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
 * @throws ValidationError which names the first field that does not fit.
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown, root = 'body'): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (!issue) throw new ValidationError(root, 'is not valid');
  throw new ValidationError(pathText(issue.path, root), problemText(issue, valueAt(value, issue.path)));
}

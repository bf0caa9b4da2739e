import type { JsonObject } from '@flight-offset/core/openapi';
import * as z from 'zod';
import { fieldLink, namedSchemas } from './field-place.ts';

/** One field of a schema, ready to be written into a table. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  /** Bounds, allowed values and default, in words. */
  readonly rules: string;
  readonly description: string;
}

/** Converts a schema to JSON schema, as a sender writes it or a reader receives it; a named one is opened. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $ref, $defs, ...rest } = z.toJSONSchema(schema, { io }) as JsonObject;
  const name = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
  return name ? (($defs as Record<string, JsonObject>)[name] ?? {}) : rest;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Writes the type of a JSON schema. Named schemas become links to their fields. */
export function typeOf(schema: JsonObject): string {
  if (typeof schema.$ref === 'string') {
    return fieldLink(schema.$ref.split('/').at(-1) ?? '');
  }
  const choices = (schema.anyOf ?? schema.oneOf) as JsonObject[] | undefined;
  if (choices) return choices.map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as JsonObject)}`;
  if (schema.enum || 'const' in schema) return text(schema.type) || 'string';
  if (schema.type === 'object') {
    const values = schema.additionalProperties as JsonObject | undefined;
    return values?.type ? `object of ${typeOf(values)}` : 'object';
  }
  return Array.isArray(schema.type) ? schema.type.join(' or ') : text(schema.type) || 'any';
}

/** Writes a bound with spaces between thousands from five digits on. */
export const figure = (value: unknown): string =>
  Number(value).toLocaleString('en', { maximumFractionDigits: 20, useGrouping: 'min2' }).replaceAll(',', ' ');

const BOUNDS: readonly [keyword: string, words: (value: unknown) => string][] = [
  ['const', (value) => `\`${value}\``],
  ['enum', (value) => (value as unknown[]).map((one) => `\`${one}\``).join(', ')],
  // Formats of numbers only repeat for generators what the type states.
  ['format', (value) => (/^(double|int64)$/.test(String(value)) ? '' : String(value))],
  ['minimum', (value) => (Number(value) <= Number.MIN_SAFE_INTEGER ? '' : `at least ${figure(value)}`)],
  ['exclusiveMinimum', (value) => `more than ${figure(value)}`],
  ['maximum', (value) => (Number(value) >= Number.MAX_SAFE_INTEGER ? '' : `at most ${figure(value)}`)],
  ['minLength', (value) => `at least ${figure(value)} ${value === 1 ? 'character' : 'characters'}`],
  ['maxLength', (value) => `at most ${figure(value)} characters`],
  ['minItems', (value) => `at least ${figure(value)}`],
  ['maxItems', (value) => `at most ${figure(value)}`],
  ['maxProperties', (value) => `at most ${figure(value)} names`],
  ['default', (value) => `default \`${JSON.stringify(value)}\``],
];

/** Keywords for the schemas of a list's or an object's content, and the word for each. */
const HELD: readonly [keyword: string, word: string][] = [
  ['items', 'each'],
  ['propertyNames', 'each name'],
  ['additionalProperties', 'each value'],
];

/** Writes the rules of a field in words, those of its content after them. */
function rulesOf(schema: JsonObject): string {
  const own = BOUNDS.flatMap(([keyword, words]) => (keyword in schema ? [words(schema[keyword])] : []));
  const held = HELD.flatMap(([keyword, word]) => {
    const inner = schema[keyword];
    const rules = typeof inner === 'object' ? rulesOf(inner as JsonObject) : '';
    return rules && `${word} ${rules.replaceAll('; ', ', ')}`;
  });
  return [...own, patternOf(schema), ...held].filter((rule) => rule !== '').join('; ');
}

/** Writes the allowed characters of a text; a format has a word, and control characters are invisible in a pattern. */
function patternOf({ pattern, format }: JsonObject): string {
  if (typeof pattern !== 'string' || format) return '';
  return pattern.includes('\\u0000') ? 'no control characters' : `matches \`${pattern}\``;
}

/** Returns a property with the values of its enumeration, which has no fields, and so no page to link to. */
function withValues(property: JsonObject): JsonObject {
  const named = namedSchemas()[text(property.$ref).split('/').at(-1) ?? ''];
  return named?.enum ? { ...named, ...property, $ref: undefined } : property;
}

/** Returns the fields of an object schema; those of nested objects without a name follow, with dots. */
export function fieldsOf(schema: JsonObject, prefix = ''): Field[] {
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>;
  const required = new Set((schema.required ?? []) as string[]);
  return Object.entries(properties).flatMap(([name, referring]) => {
    const property = withValues(referring);
    const inner = (property.type === 'array' ? property.items : property) as JsonObject | undefined;
    const path = `${prefix}${name}`;
    const field: Field = {
      name: path,
      required: required.has(name),
      type: typeOf(property),
      rules: rulesOf(property),
      description: text(property.description),
    };
    const isNested = inner?.properties && !inner.$ref;
    return isNested
      ? [field, ...fieldsOf(inner, `${path}${property.type === 'array' ? '[]' : ''}.`)]
      : [field];
  });
}

/** Writes a table in Markdown. Bars inside cells are escaped, so that no cell ends early. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Writes an example as a block of JSON in Markdown. */
export function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

/** Writes the table of an object's fields; optional ones are marked, unless all are. */
export function fieldTable(schema: JsonObject, needs?: 'all optional'): string {
  return table(
    ['Field', 'Type', 'Rules', 'Meaning'],
    fieldsOf(schema).map(({ name, required, type, rules, description }) => [
      `\`${name}\`${required || needs ? '' : ' (optional)'}`,
      type,
      rules,
      escapeTags(description),
    ]),
  );
}

/** Escapes text from a schema for Markdown, which may contain tags and mustaches. */
export function escapeTags(words: string): string {
  return words.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;');
}

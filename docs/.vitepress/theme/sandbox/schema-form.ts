import { type JsonObject, openApiDocument } from '@flight-offset/core/openapi';
import * as z from 'zod';

/** A JSON value as a form holds it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const named = (openApiDocument() as { components: { schemas: Record<string, JsonObject> } }).components
  .schemas;

/** The schema itself, where it is a reference to a named one. */
export function open(schema: JsonObject): JsonObject {
  const id = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  return id ? (named[id] ?? {}) : schema;
}

/** JSON schema of a zod schema, as its sender writes it. */
export function inputSchema(schema: z.ZodType): JsonObject {
  const id = z.globalRegistry.get(schema)?.id;
  return id && named[id] ? named[id] : (z.toJSONSchema(schema, { io: 'output' }) as JsonObject);
}

/** The properties of an object schema. */
export function propertiesOf(schema: JsonObject): { name: string; schema: JsonObject }[] {
  return Object.entries((schema.properties ?? {}) as Record<string, JsonObject>).map(([name, property]) => ({
    name,
    schema: { ...open(property), ...(property.description ? { description: property.description } : {}) },
  }));
}

/** The value of a text field: a number where the schema asks for one and the text is one, else the text. */
export function fieldValue(text: string, schema: JsonObject): Json | undefined {
  if (text === '') return undefined;
  if (schema.type !== 'number' && schema.type !== 'integer') return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

import { type JsonObject, openApiDocument } from '@flight-offset/core/openapi';
import * as z from 'zod';

/** A JSON value in a form. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const namedSchemas = (openApiDocument() as { components: { schemas: Record<string, JsonObject> } }).components
  .schemas;

/** Returns the schema itself, resolving a reference to a named one. */
export function resolveReference(schema: JsonObject): JsonObject {
  const id = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  return id ? (namedSchemas[id] ?? {}) : schema;
}

/** Returns the JSON schema of a zod schema, as its sender writes it. */
export function inputSchema(schema: z.ZodType): JsonObject {
  const id = z.globalRegistry.get(schema)?.id;
  return id && namedSchemas[id] ? namedSchemas[id] : (z.toJSONSchema(schema, { io: 'output' }) as JsonObject);
}

/** Returns the properties of an object schema. */
export function propertiesOf(schema: JsonObject): { name: string; schema: JsonObject }[] {
  return Object.entries((schema.properties ?? {}) as Record<string, JsonObject>).map(([name, property]) => ({
    name,
    schema: {
      ...resolveReference(property),
      ...(property.description ? { description: property.description } : {}),
    },
  }));
}

/** Returns the value of a text field: a number if the schema requires one and the text is one, else the text. */
export function fieldValue(text: string, schema: JsonObject): Json | undefined {
  if (text === '') return undefined;
  if (schema.type !== 'number' && schema.type !== 'integer') return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

import * as z from 'zod';

/** JSON, loosely: an OpenAPI document is read by tools, not by types. */
export type JsonObject = { [key: string]: unknown };

/**
 * Adapts a schema to client generators: without a format a number has 32 bits in Go and Java; a parsed date matches no
 * pattern.
 */
function fitClients({
  zodSchema,
  jsonSchema: schema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  // Unknown fields are ignored in a request and allowed in a response, unless the object itself refuses them.
  if (schema.additionalProperties === false && !refusesUnknown(zodSchema)) delete schema.additionalProperties;
  const [one, none] = schema.anyOf ?? [];
  if (none?.type === 'null' && one?.type) {
    // Tools for OpenAPI 3.0 read no null beside another schema.
    delete schema.anyOf;
    Object.assign(schema, { ...one, ...schema, type: [one.type, 'null'] });
  }
  if (schema.format?.startsWith('date')) delete schema.pattern;
  if (schema.type === 'number') schema.format = 'double';
  if (schema.type === 'integer' && Number(schema.maximum) >= 2 ** 31) schema.format = 'int64';
}

const refusesUnknown = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever;

/** Schemas by their id, as OpenAPI 3.1 (JSON Schema 2020-12) writes them. */
export function schemasOf(schemas: readonly z.ZodType[], io: 'input' | 'output'): JsonObject {
  const registry = z.registry<{ id: string }>();
  const add = (schema: z.core.$ZodType): void => {
    const id = z.globalRegistry.get(schema)?.id;
    if (id && !registry.has(schema)) registry.add(schema, { id });
  };
  // Nested schemas with an id are components too; the generator's own pass finds them.
  for (const schema of schemas) {
    z.toJSONSchema(schema, { io, override: ({ zodSchema }) => add(zodSchema) });
  }
  const { schemas: json } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: fitClients,
  });
  return Object.fromEntries(
    Object.entries(json).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

/** A reference to the component of a schema that has an id. */
function reference(schema: z.ZodType): JsonObject {
  return { $ref: `#/components/schemas/${z.globalRegistry.get(schema)?.id}` };
}

/** A body in JSON. @param example undefined for none. */
export function jsonContent(schema: z.ZodType, example?: unknown): JsonObject {
  return {
    'application/json': { schema: reference(schema), ...(example !== undefined && { example }) },
  };
}

/** Parameters in the query, from the schema that reads them. */
export function queryParameters(query: z.ZodObject): JsonObject[] {
  // The parameters are described by the values they are parsed into: numbers and words, with their bounds.
  const { properties = {} } = z.toJSONSchema(query, { io: 'output', override: fitClients });
  return Object.entries(properties).map(([name, schema]) => {
    const { description, $ref, ...rest } = schema as JsonObject;
    // A named schema is a component.
    if ($ref) rest.$ref = `${$ref}`.replace('$defs', 'components/schemas');
    return { name, in: 'query', required: false, ...(description ? { description } : {}), schema: rest };
  });
}

/** Parameters of a path, written there in braces. */
export function pathParameters(path: string): JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

/** Operations as the `paths` of a document: one object per path, with its methods. */
export function pathsOf(
  operations: readonly { readonly path: string; readonly method: string; readonly object: JsonObject }[],
): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const { path, method, object } of operations)
    paths[path] = { ...paths[path], [method.toLowerCase()]: object };
  return paths;
}

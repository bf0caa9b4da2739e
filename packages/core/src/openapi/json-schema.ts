import * as z from 'zod';

/** JSON, loosely: an OpenAPI document is read by tools, not by types. */
export type JsonObject = { [key: string]: unknown };

/** Schemas by their id, as OpenAPI 3.1 (JSON Schema 2020-12) writes them. */
export function schemasOf(schemas: readonly z.ZodType[], io: 'input' | 'output'): JsonObject {
  const registry = z.registry<{ id: string }>();
  const add = (schema: z.core.$ZodType): void => {
    const id = z.globalRegistry.get(schema)?.id;
    if (id && !registry.has(schema)) registry.add(schema, { id });
  };
  // Nested schemas with an id of their own are components too: walking is done by the generator's own pass.
  for (const schema of schemas) {
    z.toJSONSchema(schema, { io, override: ({ zodSchema }) => add(zodSchema) });
  }
  const { schemas: json } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      // Unknown fields are ignored in a request and allowed in a response.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(json).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

/** A reference to the component of a schema that has an id. */
export function reference(schema: z.ZodType): JsonObject {
  return { $ref: `#/components/schemas/${z.globalRegistry.get(schema)?.id}` };
}

/** Parameters in the query, from the schema that reads them. */
export function queryParameters(query: z.ZodObject): JsonObject[] {
  // The parameters are described by the values they are parsed into: numbers and words, with their bounds.
  const { properties = {} } = z.toJSONSchema(query, { io: 'output' });
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema as JsonObject;
    return { name, in: 'query', required: false, ...(description ? { description } : {}), schema: rest };
  });
}

/** Parameters in a path, which stand there in braces. */
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

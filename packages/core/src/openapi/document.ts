import * as z from 'zod';
import { errorBodySchema } from '../error-body.ts';
import { ERROR_CODES, type ErrorCodeNumber } from '../error-codes.ts';
import { webhookEventSchema } from '../webhook-event.ts';
import { type HeaderName, OPERATIONS, type Operation } from './operations.ts';

/** JSON, loosely: an OpenAPI document is read by tools, not by types. */
export type JsonObject = { [key: string]: unknown };

/** Where a document's operations are served. */
export interface DocumentOptions {
  /** Base URL of the service, without a slash at its end. */
  readonly baseUrl?: string;
  /** Whether this project's extensions are listed; they are marked `x-extension`. */
  readonly extensions?: boolean;
}

const HEADERS: Record<Exclude<HeaderName, 'x-api-key'>, JsonObject> = {
  'x-body-signature': {
    required: true,
    description: 'Signature of the exact bytes of the body: by default lower-case hex of HMAC-SHA256.',
    schema: { type: 'string' },
  },
  'x-platform-id': {
    required: true,
    description: 'Identifier of the platform that makes the request.',
    schema: { type: 'string' },
  },
  'idempotency-key': {
    required: false,
    description: 'Extension. Same key and same body: the first response again. Kept for 24 hours at least.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
};

/** Schemas by their id, as OpenAPI 3.1 (JSON Schema 2020-12) writes them. */
function schemasOf(schemas: readonly z.ZodType[], io: 'input' | 'output'): JsonObject {
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

function reference(schema: z.ZodType): JsonObject {
  return { $ref: `#/components/schemas/${z.globalRegistry.get(schema)?.id}` };
}

function queryParameters(query: z.ZodObject): JsonObject[] {
  // The parameters are described by the values they are parsed into: numbers and words, with their bounds.
  const { properties = {} } = z.toJSONSchema(query, { io: 'output' });
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema as JsonObject;
    return { name, in: 'query', required: false, ...(description ? { description } : {}), schema: rest };
  });
}

function errorResponses(errors: readonly ErrorCodeNumber[]): JsonObject {
  const statuses = [...new Set(errors.map((code) => ERROR_CODES[code].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: errors
          .filter((code) => ERROR_CODES[code].status === status)
          .map((code) => `${code}: ${ERROR_CODES[code].when}`)
          .join('\n\n'),
        content: { 'application/json': { schema: reference(errorBodySchema) } },
      },
    ]),
  );
}

function operationObject(operation: Operation): JsonObject {
  const { id, summary, description, headers, query, request, response, errors, extension, path } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: 'path', required: true, schema: { type: 'string' } };
  });
  const inHeader = headers.flatMap((name) =>
    name === 'x-api-key' ? [] : [{ name, in: 'header', ...HEADERS[name] }],
  );
  return {
    operationId: id,
    summary: extension ? `${summary} (extension)` : summary,
    description,
    ...(extension && { 'x-extension': true }),
    parameters: [...inPath, ...inHeader, ...(query ? queryParameters(query) : [])],
    ...(request && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(request.schema), example: request.example } },
      },
    }),
    responses: {
      [response.status]: {
        description: 'Success',
        headers: { 'x-request-id': { description: 'Quote it in a report.', schema: { type: 'string' } } },
        content: { 'application/json': { schema: reference(response.schema), example: response.example } },
      },
      ...errorResponses(errors),
    },
  };
}

/** The interface as an OpenAPI 3.1 document, made from the same schemas that validate every request and response. */
export function openApiDocument({ baseUrl = '/', extensions = true }: DocumentOptions = {}): JsonObject {
  const operations = OPERATIONS.filter((operation) => extensions || !operation.extension);
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation),
    };
  }
  const responses = operations.map(({ response }) => response.schema);
  const requests = operations.flatMap(({ request }) => (request ? [request.schema] : []));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Flight Offset: orders, flight emissions, transactions',
      version: '1.0.0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    paths,
    webhooks: {
      orderStatus: {
        post: {
          summary: "An order's status has changed, or a refund of it is final",
          description: 'Sent to `callback_url`, signed by Standard Webhooks, until the response is a 2xx.',
          requestBody: { content: { 'application/json': { schema: reference(webhookEventSchema) } } },
          responses: { '2XX': { description: 'Received' } },
        },
      },
    },
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      schemas: {
        ...schemasOf([...responses, errorBodySchema, webhookEventSchema], 'output'),
        ...schemasOf(requests, 'input'),
      },
    },
  };
}

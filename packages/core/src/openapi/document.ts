import type * as z from 'zod';
import { errorBodySchema } from '../errors/error-body.ts';
import { ERROR_CODES, type ErrorCodeNumber } from '../errors/error-codes.ts';
import { webhookEventSchema } from '../orders/webhook-event.ts';
import { FILE_OPERATIONS, type FileOperation } from './files.ts';
import { errorHeaders, KEYED_HEADERS, RESPONSE_HEADERS, requestHeader, successOf } from './headers.ts';
import {
  type JsonObject,
  jsonContent,
  pathParameters,
  pathsOf,
  queryParameters,
  schemasOf,
} from './json-schema.ts';
import { type Operation, TAGS } from './operation.ts';
import { OPERATIONS } from './operations.ts';

/** Where a document's operations are served. */
export interface DocumentOptions {
  /** Base URL of the service, without a trailing slash. Default: `/`, the origin of the document. */
  readonly baseUrl?: string;
  /** Whether this project's extensions are listed; they are marked `x-extension`. Default true. */
  readonly extensions?: boolean;
}

const DESCRIPTION = [
  'Orders that offset emissions, flight emissions and transactions. Operations and fields marked as extension belong to this gateway; the others to the service interface, version 1.0.0.',
  'Bodies are JSON in UTF-8. Fields that are not documented are ignored in requests and may be added to responses.',
  'Errors that no operation lists: 400 for what is not valid HTTP (40005), 404 for another path (40401), 405 with `Allow` for another method (40501), 431 for headers above 16 KiB (43101).',
].join('\n\n');

function errorResponses(errors: readonly ErrorCodeNumber[]): JsonObject {
  const statuses = [...new Set(errors.map((code) => ERROR_CODES[code].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = errors.filter((code) => ERROR_CODES[code].status === status);
      return [
        status,
        {
          description: codes.map((code) => `${code}: ${ERROR_CODES[code].when}`).join('\n\n'),
          headers: errorHeaders(codes),
          content: jsonContent(errorBodySchema),
        },
      ];
    }),
  );
}

function operationObject(operation: Operation): JsonObject {
  const { id, summary, description, headers, query, request, response, errors, extension, path } = operation;
  const inHeader = headers.flatMap((name) =>
    name === 'x-api-key' ? [] : [{ name, in: 'header', ...requestHeader(name, operation) }],
  );
  return {
    operationId: id,
    tags: [operation.tag],
    summary: extension ? `${summary} (extension)` : summary,
    description,
    ...(extension && { 'x-extension': true }),
    parameters: [...pathParameters(path), ...inHeader, ...(query ? queryParameters(query) : [])],
    ...(request && {
      requestBody: { required: true, content: jsonContent(request.schema, request.example) },
    }),
    responses: {
      [response.status]: {
        description: successOf(operation),
        headers: KEYED_HEADERS,
        content: jsonContent(response.schema, response.example),
      },
      ...errorResponses(errors),
    },
  };
}

function fileObject({
  id,
  tag,
  summary,
  description,
  mediaType,
  query,
  errors,
  path,
}: FileOperation): JsonObject {
  return {
    operationId: id,
    tags: [tag],
    summary: `${summary} (extension)`,
    description,
    'x-extension': true,
    parameters: [...pathParameters(path), ...(query ? queryParameters(query) : [])],
    responses: {
      200: {
        description: 'The file',
        headers: KEYED_HEADERS,
        content: {
          [mediaType]: { schema: { type: 'string', ...(mediaType !== 'text/csv' && { format: 'binary' }) } },
        },
      },
      ...errorResponses(errors),
    },
  };
}

const WEBHOOK: JsonObject = {
  orderStatus: {
    post: {
      operationId: 'receiveOrderStatus',
      tags: ['Webhooks'],
      summary: "An order's status has changed, or a refund of it is final",
      description: 'Sent to `callback_url`, signed by Standard Webhooks, until the response is a 2xx.',
      security: [],
      requestBody: { required: true, content: jsonContent(webhookEventSchema) },
      responses: {
        '2XX': { description: 'Received' },
        '4XX': {
          description:
            'Not received: sent again later. 410 disables the endpoint, which is the origin and path of the URL, at once.',
        },
      },
    },
  },
};

/**
 * The service as an OpenAPI 3.1 document, made from the same schemas that validate every request and response.
 * @example
 * const document = openApiDocument({ baseUrl: 'https://gateway.example.com' });
 */
export function openApiDocument({ baseUrl = '/', extensions = true }: DocumentOptions = {}): JsonObject {
  const operations = OPERATIONS.filter((operation) => extensions || !operation.extension);
  const files = extensions ? FILE_OPERATIONS : [];
  const used = new Set<string>([...operations, ...files].map(({ tag }) => tag).concat('Webhooks'));
  const responses = operations.map(({ response }) => response.schema);
  const requests = operations.flatMap(({ request }): z.ZodType[] => (request ? [request.schema] : []));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Flight Offset: orders, flight emissions, transactions',
      version: '1.0.0',
      description: DESCRIPTION,
      contact: { name: 'Operator of the service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths: pathsOf([
      ...operations.map((one) => ({ path: one.path, method: one.method, object: operationObject(one) })),
      ...files.map((one) => ({ path: one.path, method: 'GET', object: fileObject(one) })),
    ]),
    webhooks: WEBHOOK,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      headers: RESPONSE_HEADERS,
      schemas: {
        ...schemasOf([...responses, errorBodySchema, webhookEventSchema], 'output'),
        ...schemasOf(requests, 'input'),
      },
    },
  };
}

import { ERROR_CODES } from '@flight-offset/core';
import {
  FILE_OPERATIONS,
  type FileOperation,
  OPERATIONS,
  type Operation,
  openApiDocument,
} from '@flight-offset/core/openapi';
import * as z from 'zod';
import { fieldTable, jsonSchemaOf, table } from './schema-table.ts';

const HEADERS = {
  'x-api-key': 'the API key',
  'x-body-signature': 'signature of the exact bytes of the body',
  'x-platform-id': 'the platform that makes the request',
  'idempotency-key': 'optional, extension: the first response again instead of a second order or refund',
} as const;

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
const link = (schema: z.ZodType): string => {
  const id = z.globalRegistry.get(schema)?.id ?? '';
  return `[${id}](/reference/fields#${id.toLowerCase()})`;
};

function section(operation: Operation): string {
  const { method, path, base, summary, description, headers, query, request, response, errors } = operation;
  return [
    `## ${summary}`,
    `\`${method} {${base}}${path}\``,
    `${description}${operation.extension ? ' *Extension: this gateway has it, the interface does not name it.*' : ''}`,
    table(
      ['Header', 'Meaning'],
      headers.map((name) => [`\`${name}\``, HEADERS[name]]),
    ),
    ...(query ? ['### Query', fieldTable(jsonSchemaOf(query, 'output'), 'all optional')] : []),
    ...(request ? ['### Request', `Fields: ${link(request.schema)}.`, json(request.example)] : []),
    '### Response',
    `\`${response.status}\`. Fields: ${link(response.schema)}.`,
    json(response.example),
    '### Errors',
    errorTable(errors),
  ].join('\n\n');
}

/** Rows of the errors with these codes. */
function errorTable(errors: Operation['errors']): string {
  return table(
    ['`error`', 'Status', 'When'],
    errors.map((code) => [String(code), String(ERROR_CODES[code].status), ERROR_CODES[code].when]),
  );
}

function fileSection({ path, summary, description, mediaType, query, errors }: FileOperation): string {
  return [
    `## ${summary}`,
    `\`GET {base_url}${path}\``,
    `${description} *Extension: this gateway has it, the interface does not name it.*`,
    table(['Header', 'Meaning'], [['`x-api-key`', HEADERS['x-api-key']]]),
    ...(query ? ['### Query', fieldTable(jsonSchemaOf(query, 'output'), 'all optional')] : []),
    '### Response',
    `\`200\`, \`${mediaType}\`.`,
    '### Errors',
    errorTable(errors),
  ].join('\n\n');
}

/** The reference of the operations, made from the table which the gateway and the client work by. */
export function operationsPage(): string {
  const document = openApiDocument() as { info: { version: string } };
  return [
    '# Endpoints',
    `Four operations of the interface, version ${document.info.version}, then the extensions of this gateway. The same as a document for tools: [openapi.json](/openapi.json){target="_self"}.`,
    'All requests use https. Bodies are JSON in UTF-8. Every response carries `x-request-id`; quote it when you report a problem. Responses to a valid key carry `RateLimit` and `RateLimit-Policy`; past the limit the response is 429 with `Retry-After`.',
    'Another method of a path returns 405 with `Allow`, another path 404, a body that does not arrive within 20 seconds 408.',
    ...OPERATIONS.map(section),
    ...FILE_OPERATIONS.map(fileSection),
  ].join('\n\n');
}

import { ERROR_CODES } from '@flight-offset/core';
import { OPERATIONS, type Operation, openApiDocument } from '@flight-offset/core/openapi';
import * as z from 'zod';
import { fieldTable, jsonSchemaOf, table } from './schema-table.ts';

const HEADERS = {
  'x-api-key': 'the API key',
  'x-body-signature': 'signature of the exact bytes of the body',
  'x-platform-id': 'the platform that asks',
  'idempotency-key': 'optional, extension: the same order again instead of a second one',
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
    table(
      ['`error`', 'Status', 'When'],
      errors.map((code) => [String(code), String(ERROR_CODES[code].status), ERROR_CODES[code].when]),
    ),
  ].join('\n\n');
}

/** The reference of the operations, made from the table which the gateway and the client work by. */
export function operationsPage(): string {
  const document = openApiDocument() as { info: { version: string } };
  return [
    '# Endpoints',
    `Four operations of the interface, version ${document.info.version}, then the extensions of this gateway. The same as a document for tools: [openapi.json](/openapi.json){target="_self"}.`,
    'All requests use https. Bodies are JSON in UTF-8. Every response carries `x-request-id`; quote it when you report a problem.',
    ...OPERATIONS.map(section),
  ].join('\n\n');
}

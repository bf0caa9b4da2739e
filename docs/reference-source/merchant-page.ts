import { CHECKOUT_ERRORS, type CheckoutErrorInfo } from '@flight-offset/core';
import { MERCHANT_OPERATIONS, type MerchantOperation } from '@flight-offset/core/openapi';
import * as z from 'zod';
import { fieldTable, jsonSchemaOf, table } from './schema-table.ts';

const CALLERS = {
  page: 'The widget, or a page of your own, calls it.',
  service: 'The service calls it.',
  backend:
    'Your other backends call it, with `Authorization: Bearer` and the key. It exists where the option `backendKey` is set.',
  staff:
    'Pages of your staff call it. It exists where the option `authorize` is set, which approves each request.',
} as const;

/** A schema as a link, where it is one of the service too, or else as a table of its fields. */
function fields(schema: z.ZodType, io: 'input' | 'output'): string {
  const json = jsonSchemaOf(schema, io);
  if (json.properties) return fieldTable(json);
  const id = z.globalRegistry.get(schema)?.id ?? '';
  return `\`${id}\`: see [merchant-openapi.json](/merchant-openapi.json){target="_self"}.`;
}

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

function section(operation: MerchantOperation): string {
  const { method, path, caller, summary, description, query, request, responses, errors } = operation;
  return [
    `## ${summary}`,
    `\`${method} ${path}\``,
    `${description} ${CALLERS[caller]}`,
    ...(query ? ['### Query', fieldTable(jsonSchemaOf(query, 'output'), 'all optional')] : []),
    ...(request ? ['### Request', fields(request.schema, 'input')] : []),
    ...(request?.example === undefined ? [] : [json(request.example)]),
    '### Response',
    ...responses.flatMap(({ status, description: about, schema, example }) => [
      `\`${status}\`: ${about}.`,
      ...(example === undefined ? [] : [fields(schema, 'output'), json(example)]),
    ]),
    '### Errors',
    table(
      ['`code`', 'Status', 'When'],
      errors.map((code) => {
        const { status, when }: CheckoutErrorInfo = CHECKOUT_ERRORS[code];
        return [`\`${code}\``, String(status), when];
      }),
    ),
  ].join('\n\n');
}

/** The reference of the handler's endpoints, made from the table of its OpenAPI document. */
export function merchantPage(): string {
  return [
    '# Backend endpoints',
    'The endpoints of your [backend](/guide/backend), below the path where you mount the handler. The same as a document for tools: [merchant-openapi.json](/merchant-openapi.json){target="_self"}.',
    'Bodies are JSON in UTF-8. Every response carries `x-request-id`. An error is `{"code": "…", "message": "…", "requestId": "…"}`, with `field` where a parameter is invalid; see [errors](/reference/errors#from-your-own-backend-to-the-page).',
    ...MERCHANT_OPERATIONS.map(section),
  ].join('\n\n');
}

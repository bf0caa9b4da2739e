import type * as z from 'zod';
import { checkoutErrorBodySchema } from '../checkout/checkout.ts';
import {
  CHECKOUT_ERRORS,
  type CheckoutErrorCode,
  type CheckoutErrorInfo,
} from '../checkout/checkout-errors.ts';
import { headerRef, RESPONSE_HEADERS } from './headers.ts';
import {
  type JsonObject,
  jsonContent,
  pathParameters,
  pathsOf,
  queryParameters,
  schemasOf,
} from './json-schema.ts';
import { MERCHANT_OPERATIONS, type MerchantCaller, type MerchantOperation } from './merchant-operations.ts';

/** Where a merchant's handler is mounted. */
export interface MerchantDocumentOptions {
  /** URL of the handler, without a trailing slash. Default: `/offset`. */
  readonly baseUrl?: string;
}

const CALLERS: Readonly<Record<MerchantCaller, readonly [tag: string, description: string]>> = {
  page: ['Pages', 'Called by the widget, or by a page of your own.'],
  service: ['Webhooks', 'Called by the service.'],
  backend: ['Bookings', 'Called by your other backends, with the option `backendKey`.'],
  staff: ['Back office', 'Called by pages of your staff. Requests need what the option `authorize` checks.'],
};

const DESCRIPTION = [
  'The endpoints of `createOffsetHandler`, below the path where it is mounted. Endpoints for bookings and the back office exist where their option is set; without it they return 404.',
  'Any operation may return 403 to a page of another origin (see the option `origins`). Another method returns 405 with `Allow`.',
].join('\n\n');

/** A status that only requests with a body can have. */
const OF_BODIES = [408, 413, 415];

function errorResponses({ errors, request, never = [] }: MerchantOperation): JsonObject {
  const rows = errors.flatMap((code) => {
    const { status, otherStatuses = [], when }: CheckoutErrorInfo = CHECKOUT_ERRORS[code];
    return [status, ...otherStatuses].map((one) => ({ status: one, code, when }));
  });
  const statuses = [...new Set(rows.map(({ status }) => status))].sort();
  return Object.fromEntries(
    statuses
      // Each operation documents one method.
      .filter(
        (status) => status !== 405 && !never.includes(status) && (request || !OF_BODIES.includes(status)),
      )
      .map((status) => [status, errorResponse(rows.filter((row) => row.status === status))]),
  );
}

function errorResponse(
  rows: readonly { readonly code: CheckoutErrorCode; readonly when: string }[],
): JsonObject {
  return {
    description: rows.map(({ code, when }) => `\`${code}\`: ${when}`).join('\n\n'),
    headers: {
      'x-request-id': headerRef('RequestId'),
      ...(rows.every(({ code }) => code === 'service_unavailable') && {
        'retry-after': headerRef('RetryAfter'),
      }),
    },
    content: jsonContent(checkoutErrorBodySchema),
  };
}

function operationObject(operation: MerchantOperation): JsonObject {
  const { id, path, caller, summary, description, query, request, responses } = operation;
  return {
    operationId: id,
    tags: [CALLERS[caller][0]],
    summary,
    description,
    security: caller === 'backend' ? [{ backendKey: [] }] : [],
    parameters: [...pathParameters(path), ...(query ? queryParameters(query) : [])],
    ...(request && {
      requestBody: { required: true, content: jsonContent(request.schema, request.example) },
    }),
    responses: {
      ...Object.fromEntries(
        responses.map(({ status, description: about, schema, example }) => [
          status,
          {
            description: about,
            headers: { 'x-request-id': headerRef('RequestId') },
            content: jsonContent(schema, example),
          },
        ]),
      ),
      ...errorResponses(operation),
    },
  };
}

/**
 * The API of a merchant's handler as an OpenAPI 3.1 document, made from the same schemas that validate it.
 * @example
 * const document = merchantOpenApiDocument({ baseUrl: 'https://shop.example/offset' });
 */
export function merchantOpenApiDocument({ baseUrl = '/offset' }: MerchantDocumentOptions = {}): JsonObject {
  const responses = MERCHANT_OPERATIONS.flatMap((one) => one.responses.map(({ schema }) => schema));
  const requests = MERCHANT_OPERATIONS.flatMap(({ request }): z.ZodType[] =>
    request ? [request.schema] : [],
  );
  const { RequestId, RetryAfter } = RESPONSE_HEADERS;
  return {
    openapi: '3.1.0',
    info: {
      title: "Flight Offset: a merchant's backend",
      version: '1.0.0',
      description: DESCRIPTION,
      contact: { name: 'The merchant' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.values(CALLERS).map(([name, description]) => ({ name, description })),
    paths: pathsOf(
      MERCHANT_OPERATIONS.map((one) => ({
        path: one.path,
        method: one.method,
        object: operationObject(one),
      })),
    ),
    components: {
      securitySchemes: { backendKey: { type: 'http', scheme: 'bearer' } },
      headers: { RequestId, RetryAfter },
      schemas: {
        ...schemasOf([...responses, checkoutErrorBodySchema], 'output'),
        ...schemasOf(requests, 'input'),
      },
    },
  };
}

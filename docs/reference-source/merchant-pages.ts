import { CHECKOUT_ERRORS, type CheckoutErrorInfo, type ReadyQuote } from '@flight-offset/core';
import { MERCHANT_OPERATIONS, type MerchantOperation } from '@flight-offset/core/openapi';
import { MODEL_VERSION } from '@flight-offset/emissions';
import * as z from 'zod';
import { anchorOf, formerAnchor } from './anchor.ts';
import { fieldTable, jsonBlock, jsonSchemaOf, table } from './schema-table.ts';

type MerchantCaller = MerchantOperation['caller'];

/** A page of the endpoints of one caller. */
interface CallerPage {
  /** Name of the page below `/reference/`. */
  readonly page: string;
  readonly title: string;
  readonly about: string;
  /** The callers, as the overview of the endpoints names them. */
  readonly callers: string;
}

const CALLERS: Readonly<Record<MerchantCaller, CallerPage>> = {
  page: {
    page: 'checkout-endpoints',
    title: 'Checkout endpoints',
    about: 'The endpoints of your backend that the widget, or a page of your own, calls.',
    callers: 'the widget, or a page of yours',
  },
  service: {
    page: 'webhook-endpoint',
    title: 'Webhook endpoint',
    about: 'The endpoint of your backend that the service calls.',
    callers: 'the service',
  },
  backend: {
    page: 'booking-endpoints',
    title: 'Booking endpoints',
    about:
      'The endpoints that your other backends call, with `Authorization: Bearer` and the key. They exist where the option `backendKey` is set.',
    callers: 'your other backends',
  },
  staff: {
    page: 'back-office-endpoints',
    title: 'Back office endpoints',
    about:
      'The endpoints that pages of your staff call. They exist where the option `authorize` is set, which approves each request.',
    callers: 'pages of your staff',
  },
};

/** The quote in most responses, with the required fields and those that most pages show. */
const READY_QUOTE: ReadyQuote = {
  status: 'ready',
  cabin: 'economy',
  passengers: 2,
  showFigures: true,
  gramsPerPassenger: 596757,
  gramsTotal: 1193514,
  range: { low: 525787, high: 694732 },
  legs: [
    {
      flight: {
        origin: 'ZRH',
        destination: 'SFO',
        operatingCarrierCode: 'LX',
        flightNumber: 38,
        departureDate: { year: 2026, month: 12, day: 14 },
      },
      gramsPerPassenger: 596757,
    },
  ],
  method: { name: 'Travel Impact Model 3.0 method, open data', version: MODEL_VERSION },
  options: [
    {
      fraction: 1,
      grams: 1193514,
      price: { amountMinor: 143102, currency: 'INR', formatted: '₹1,431.02' },
      token: 'eyJmIjpbIlpSSC1TRk8tTFgzOC0yMDI2LTEyLTE0Il19.N3s1cGx4Rk9v',
    },
  ],
  expiresAt: '2026-11-21T10:00:00.000Z',
  expiresInSeconds: 1800,
  paymentOrigins: ['https://gateway.example'],
};

/** Returns examples of a response, the usual one first. */
const examplesOf = (path: string, example: unknown): readonly unknown[] =>
  path === '/quote' ? [READY_QUOTE, example] : [example];

/** Writes a schema as a link if the service has it too, or else as a table of its fields. */
function fields(schema: z.ZodType, io: 'input' | 'output'): string {
  const json = jsonSchemaOf(schema, io);
  if (json.properties) return fieldTable(json);
  const id = z.globalRegistry.get(schema)?.id ?? '';
  return `\`${id}\`: see [merchant-openapi.json](/merchant-openapi.json){target="_self"}.`;
}

function section(operation: MerchantOperation): string {
  const { method, path, summary, description, query, request, responses, errors } = operation;
  return [
    `## ${summary}`,
    `\`${method} ${path}\``,
    description,
    ...(query ? ['### Query', fieldTable(jsonSchemaOf(query, 'output'), 'all optional')] : []),
    ...(request ? ['### Request', fields(request.schema, 'input')] : []),
    ...(request?.example === undefined ? [] : [jsonBlock(request.example)]),
    '### Response',
    ...responses.flatMap(({ status, description: about, schema, example }) => [
      `\`${status}\`: ${about}.`,
      ...(example === undefined
        ? []
        : [fields(schema, 'output'), ...examplesOf(path, example).map(jsonBlock)]),
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

/** Returns the endpoints of a caller. */
const endpointsOf = (caller: MerchantCaller): MerchantOperation[] =>
  MERCHANT_OPERATIONS.filter((operation) => operation.caller === caller);

/** Generates the reference of the handler's endpoints, a page per caller, from the table of its OpenAPI document. */
export const MERCHANT_PAGES: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.entries(CALLERS).map(([caller, { page, title, about }]) => [
    page,
    () =>
      [
        `# ${title}`,
        `${about} What all endpoints have in common is under [backend endpoints](/reference/backend-endpoints).`,
        ...endpointsOf(caller as MerchantCaller).map(section),
      ].join('\n\n'),
  ]),
);

/** Generates the page on all endpoints of the handler: common rules, and the list. */
export function merchantPage(): string {
  const rows = MERCHANT_OPERATIONS.map(({ method, path, caller, summary }) => [
    `${formerAnchor(summary)}[${summary}](/reference/${CALLERS[caller].page}#${anchorOf(summary)})`,
    `\`${method} ${path}\``,
    CALLERS[caller].callers,
  ]);
  return [
    '# Backend endpoints',
    'The endpoints of your [backend](/guide/backend), below the path where you mount the handler. For tools, the same is in [merchant-openapi.json](/merchant-openapi.json){target="_self"}.',
    table(['Endpoint', 'Request', 'Called by'], rows),
    'Bodies are JSON in UTF-8. Every response carries `x-request-id`. An error is `{"code": "…", "message": "…", "requestId": "…"}`, with `field` where a parameter is invalid; see [errors](/reference/errors#from-your-own-backend-to-the-page).',
  ].join('\n\n');
}

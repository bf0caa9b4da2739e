import { ERROR_CODES } from '@flight-offset/core';
import {
  FILE_OPERATIONS,
  type FileOperation,
  OPERATIONS,
  type Operation,
  replays,
  type Tag,
} from '@flight-offset/core/openapi';
import * as z from 'zod';
import { anchorOf, formerAnchor } from './anchor.ts';
import { fieldLink } from './field-place.ts';
import { gatewayDocument } from './gateway-document.ts';
import { fieldTable, jsonBlock, jsonSchemaOf, table } from './schema-table.ts';

/** Page of each group of endpoints: its name below `/reference/`, and its title. */
const GROUP_PAGES = {
  Orders: { page: 'order-endpoints', title: 'Order endpoints' },
  Emissions: { page: 'emissions-endpoints', title: 'Emissions endpoints' },
  Transactions: { page: 'transaction-endpoints', title: 'Transaction endpoints' },
  Offers: { page: 'offer-endpoints', title: 'Offer endpoints' },
  Refunds: { page: 'refund-endpoints', title: 'Refund endpoints' },
  Statements: { page: 'statement-endpoints', title: 'Statement endpoints' },
  Exports: { page: 'export-endpoints', title: 'Export endpoints' },
} as const satisfies Partial<Record<Tag, { page: string; title: string }>>;

/** A group of endpoints that has a page. */
type Group = keyof typeof GROUP_PAGES;

/** Returns the purpose of a group of endpoints, as the OpenAPI document states it. */
function aboutOf(group: Group): string {
  return gatewayDocument().tags.find(({ name }) => name === group)?.description ?? '';
}

const GROUPS = Object.keys(GROUP_PAGES) as Group[];

const HEADERS = {
  'x-api-key': 'the API key',
  'x-body-signature': 'signature of the exact bytes of the body',
  'x-platform-id': 'the platform that makes the request',
  'idempotency-key':
    'optional, extension: a repeat returns the first response instead of a second order or refund; see [idempotency](/reference/operations#idempotency)',
} as const;

/** Returns the meaning of a header for an endpoint. */
const headerMeaning = (name: keyof typeof HEADERS, operation: Operation): string =>
  name === 'idempotency-key' && !replays(operation)
    ? 'optional, extension, not needed: a repeat returns the order as it is'
    : HEADERS[name];

const ALL = [...OPERATIONS, ...FILE_OPERATIONS];

/** Errors that every endpoint may return: the overview lists them once. */
const COMMON_ERRORS = (ALL[0]?.errors ?? []).filter((code) =>
  ALL.every(({ errors }) => errors.includes(code)),
);

const namedLink = (schema: z.ZodType): string => fieldLink(z.globalRegistry.get(schema)?.id ?? '');
const EXTENSION = ' *Extension: this gateway has it, the interface does not name it.*';

/** Returns the method and path of an endpoint, as in its request line. */
const requestLine = (operation: Operation | FileOperation): string =>
  'method' in operation
    ? `${operation.method} {${operation.base}}${operation.path}`
    : `GET {base_url}${operation.path}`;

function section(operation: Operation): string {
  const { summary, description, headers, query, request, response, errors } = operation;
  return [
    `## ${summary}`,
    `\`${requestLine(operation)}\``,
    `${description}${operation.extension ? EXTENSION : ''}`,
    table(
      ['Header', 'Meaning'],
      headers.map((name) => [`\`${name}\``, headerMeaning(name, operation)]),
    ),
    ...(query ? ['### Query', fieldTable(jsonSchemaOf(query, 'output'), 'all optional')] : []),
    ...(request ? ['### Request', `Fields: ${namedLink(request.schema)}.`, jsonBlock(request.example)] : []),
    '### Response',
    `\`${response.status}\`. Fields: ${namedLink(response.schema)}.${replays(operation) ? ' A repeat with the same key has the header `Idempotent-Replayed: true`.' : ''}`,
    jsonBlock(response.example),
    ...errorsOf(errors),
  ].join('\n\n');
}

/** Columns of CSV files, by path, except those that are fields under the same name. */
const COLUMNS: Readonly<Record<string, readonly (readonly [columns: string, meaning: string])[]>> = {
  '/offset-gateway/exports/orders.csv': [
    ['`user_name`, `user_email`, `user_tax_id`', 'The fields of `user`.'],
    ['`metadata`', 'The pairs as JSON: a sign that could begin a formula is escaped, such as `\\u0040`.'],
    [
      '`tonnes`, `aviation_fuel_tonnes`',
      'Tonnes CO2e that were ordered: of carbon credits in the one, of aviation-fuel certificates in the other.',
    ],
    [
      '`currency`, `amount`, `refunded`, `refund_pending`',
      'The price and what of it has been refunded so far, or is being refunded or disputed: decimal numbers with the digits of the currency, such as `5.00`, not minor units. Its [refunds](/reference/refund-endpoints) have the time of each.',
    ],
    ['`amount_inr`, `refunded_inr`, `refund_pending_inr`', 'The same in rupees.'],
    ['`project`', 'Identifier, in the catalogue of the gateway, of the project with the largest part.'],
    ['`projects`', 'What the order has of each project, such as `wind:700 mangroves:300`, in grams.'],
    [
      '`retirement_batches`, `serials`',
      'The batches that retired its credits, and their serial numbers, with spaces between them.',
    ],
    ['`settled_at`', 'When it was completed or failed.'],
    ['`transaction_id`', 'Identifier of its transaction, once it is completed.'],
    [
      '`net`, `tax`, `tax_label`, `tax_rate`',
      'What of `amount` is net and what is tax, as the receipt states it, with the name of the tax and its rate in percent; empty if there is no tax.',
    ],
  ],
  '/offset-gateway/statements/{statement_id}.csv': [
    ['`statement`, `number`, `period`, `currency`', 'Those of the statement, on every line.'],
    ['`kind`', '`order`, `refund`, `net`, `tax` or `total`.'],
    ['`kg`', 'Kilograms CO2e that were ordered or refunded.'],
    ['`amount`', 'A decimal number with the digits of the currency, not minor units; negative for a refund.'],
    ['`reference`', "The merchant's own reference; on the line `tax` its name and rate."],
    ['`product`', '`carbon_credits` or `aviation_fuel`.'],
  ],
};

/** Describes a CSV file for programs. */
function columnsOf(path: string): string[] {
  const rows = COLUMNS[path];
  if (!rows) return [];
  return [
    'Other columns are named as the fields. A text that a spreadsheet would read as a formula, such as a reference that begins with `=`, `+`, `-` or `@`, is preceded by an apostrophe.',
    table(['Column', 'Meaning'], rows),
  ];
}

function fileSection(operation: FileOperation): string {
  const { summary, description, mediaType, path, query, errors } = operation;
  return [
    `## ${summary}`,
    `\`${requestLine(operation)}\``,
    `${description}${EXTENSION}`,
    table(['Header', 'Meaning'], [['`x-api-key`', HEADERS['x-api-key']]]),
    ...(query ? ['### Query', fieldTable(jsonSchemaOf(query, 'output'), 'all optional')] : []),
    '### Response',
    `\`200\`, \`${mediaType}\`.`,
    ...columnsOf(path),
    ...errorsOf(errors),
  ].join('\n\n');
}

/** Lists the errors of one endpoint, without those of all; nothing if it has no other. */
function errorsOf(errors: Operation['errors']): string[] {
  const own = errors.filter((code) => !COMMON_ERRORS.includes(code)).sort((a, b) => a - b);
  return own.length === 0 ? [] : ['### Errors', errorTable(own)];
}

function errorTable(errors: Operation['errors']): string {
  return table(
    ['`error`', 'Status', 'When'],
    errors.map((code) => [String(code), String(ERROR_CODES[code].status), ERROR_CODES[code].when]),
  );
}

function groupPage(group: Group): string {
  return [
    `# ${GROUP_PAGES[group].title}`,
    `${aboutOf(group)} Headers, limits and [errors that every endpoint may return](/reference/operations#errors-of-every-endpoint) are described once, under [endpoints](/reference/operations).`,
    ...OPERATIONS.filter(({ tag }) => tag === group).map(section),
    ...FILE_OPERATIONS.filter(({ tag }) => tag === group).map(fileSection),
  ].join('\n\n');
}

/** Generates the reference of the endpoints, a page per group, from the table that the gateway and the client use. */
export const ENDPOINT_PAGES: Readonly<Record<string, () => string>> = Object.fromEntries(
  GROUPS.map((group) => [GROUP_PAGES[group].page, () => groupPage(group)]),
);

/** How to read a list while orders are added to it. */
const PAGES_OF_LIST = [
  '## Pages of the list',
  'If the newest orders come first, orders created between two requests move the others to later pages. To read the whole list, set `sort=asc`, and read pages until one has fewer orders than `limit`. With `status`, orders also join and leave: skip those whose `order_id` you have, and read the list without `status` if none of them may be missed. The 1 000 pages hold 100 000 orders; the [export as CSV](/reference/export-endpoints#export-orders-as-csv) has all of them.',
];

/** How to repeat a request that creates something. */
const IDEMPOTENCY = [
  '## Idempotency',
  'Send an `Idempotency-Key` when you create an order or request a refund. If no response arrives, or a 5xx, repeat the request with the same key and the same body: it creates one order or refund, however often it is sent.',
  [
    '- **Format.** 1 to 255 printable ASCII characters of your choice, such as a UUID. Anything else returns 40004.',
    '- **Scope.** A key belongs to the merchant, whichever of its API keys signs the request, and orders and refunds share it. Used with a body that differs in any byte, for a refund of another order, or for the other kind of request, it returns 42202.',
    '- **Replay.** A repeat returns status and body of the first response, whatever has happened to the order or refund since, with the header `Idempotent-Replayed: true`. Only personal data that has been [erased](/guide/privacy) meanwhile is missing.',
    '- **Requests at the same time.** A repeat waits while the first request is still in flight. In rare cases it returns 40901; repeat it after `Retry-After`.',
    '- **Refused requests.** A refused request does not use up its key. Correct the request and send it with the same key.',
    '- **Lifetime.** A key is kept for at least 24 hours. After that, a request with it creates a new order. A refund of an order is known by its key for good: a later repeat returns its current state.',
  ].join('\n'),
  'Confirming or cancelling an order is idempotent without a key: a repeat returns the order as it is, without `Idempotent-Replayed`. The format of a key that is sent all the same is checked; its value is ignored.',
];

/** Generates the page on all endpoints: common rules, and the list. */
export function endpointsPage(): string {
  const rows = GROUPS.flatMap((group) =>
    ALL.filter(({ tag }) => tag === group).map((operation) => [
      `${formerAnchor(operation.summary)}[${operation.summary}](/reference/${GROUP_PAGES[group].page}#${anchorOf(operation.summary)})`,
      `\`${requestLine(operation).replace(/ \{\w+\}/, ' ')}\``,
      'extension' in operation && !operation.extension ? 'interface' : 'extension',
    ]),
  );
  return [
    '# Endpoints',
    `Four operations of the interface, version ${gatewayDocument().info.version}, and the extensions of this gateway. For tools, the same is in [openapi.json](/openapi.json){target="_self"}.`,
    table(['Endpoint', 'Request', 'Part of'], rows),
    '## Requests and responses',
    'All requests use https. Bodies are JSON in UTF-8. Every response carries `x-request-id`; quote it when you report a problem. Once the key is checked, responses carry `RateLimit` and `RateLimit-Policy`; past the limit the response is 429 with `Retry-After`. Requests that are refused before, such as those with an unknown path or a body that is too large, get neither.',
    'Any other method of a path returns 405 with `Allow`, any other path 404, and a body that does not arrive within 20 seconds 408.',
    ...PAGES_OF_LIST,
    ...IDEMPOTENCY,
    '## Errors of every endpoint',
    'The page of each endpoint lists what else it may return. All codes are under [errors](/reference/errors).',
    errorTable(COMMON_ERRORS),
  ].join('\n\n');
}

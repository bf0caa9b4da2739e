import { type JsonObject, OPERATIONS, type Operation, type Tag } from '@flight-offset/core/openapi';
import * as z from 'zod';
import { gatewayDocument } from './gateway-document.ts';

/** A page of fields: those of the operations with these tags, except those of an earlier page. */
export interface FieldGroup {
  /** Name of the page below `/reference/`. */
  readonly page: string;
  readonly title: string;
  readonly tags: readonly Tag[];
}

/** The pages of fields. The last has the fields that no operation takes or returns. */
export const FIELD_GROUPS = [
  { page: 'order-fields', title: 'Order fields', tags: ['Orders'] },
  { page: 'emissions-fields', title: 'Emissions fields', tags: ['Emissions'] },
  { page: 'offer-fields', title: 'Offer fields', tags: ['Offers'] },
  {
    page: 'settlement-fields',
    title: 'Transaction, refund and statement fields',
    tags: ['Transactions', 'Refunds', 'Statements', 'Exports'],
  },
  { page: 'webhook-fields', title: 'Webhook and error fields', tags: ['Webhooks'] },
] as const satisfies readonly FieldGroup[];

/** Every named schema, by name. */
export const namedSchemas = (): Readonly<Record<string, JsonObject>> => gatewayDocument().components.schemas;

/** Returns the names of the schemas that a schema refers to. */
const namesIn = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);

/** Returns the names of the schemas that an operation takes and returns. */
const namesOf = ({ query, request, response }: Operation): string[] =>
  [query, request?.schema, response.schema].flatMap((schema) => {
    const id = schema && z.globalRegistry.get(schema)?.id;
    return id === undefined ? [] : [id];
  });

/** Assigns a page to each named schema. */
function placeAll(): ReadonlyMap<string, string> {
  const schemas = namedSchemas();
  const pages = new Map<string, string>();
  function place(name: string, page: string): void {
    if (pages.has(name) || !Object.hasOwn(schemas, name)) return;
    pages.set(name, page);
    for (const one of namesIn(schemas[name])) place(one, page);
  }
  for (const { page, tags } of FIELD_GROUPS as readonly FieldGroup[])
    for (const name of OPERATIONS.filter(({ tag }) => tags.includes(tag)).flatMap(namesOf)) place(name, page);
  for (const name of Object.keys(schemas)) place(name, FIELD_GROUPS.at(-1)?.page ?? '');
  return pages;
}

let pages: ReadonlyMap<string, string> | undefined;

/** Returns the page of a named schema, below `/reference/`. @throws Error If there is no schema of this name. */
export function fieldPageOf(name: string): string {
  pages ??= placeAll();
  const page = pages.get(name);
  if (page === undefined) throw new Error(`There is no schema ${name}: fix the reference.`);
  return page;
}

/** Returns a link to the fields of a named schema. @throws Error If there is no schema of this name. */
export const fieldLink = (name: string): string =>
  `[${name}](/reference/${fieldPageOf(name)}#${name.toLowerCase()})`;

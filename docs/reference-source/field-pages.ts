import type { JsonObject } from '@flight-offset/core/openapi';
import { formerAnchor } from './anchor.ts';
import { FIELD_GROUPS, type FieldGroup, fieldLink, fieldPageOf, namedSchemas } from './field-place.ts';
import { escapeTags, fieldTable, table, typeOf } from './schema-table.ts';

/** Describes an object: its fields, or that it has none. */
const contentsOf = (schema: JsonObject): string =>
  Object.keys(schema.properties ?? {}).length > 0 ? fieldTable(schema) : 'An object without fields.';

const about = ({ description }: JsonObject): string =>
  escapeTags(typeof description === 'string' ? description : '');

/**
 * Returns the names of the schemas in alphabetical order, with the schemas; values of an enumeration are at its fields.
 */
const sortedSchemas = (): [name: string, schema: JsonObject][] =>
  Object.entries(namedSchemas())
    .filter(([, schema]) => !schema.enum)
    .sort(([a], [b]) => a.localeCompare(b, 'en'));

function groupPage({ page, title }: FieldGroup): string {
  const schemas = sortedSchemas().filter(([name]) => fieldPageOf(name) === page);
  const names = schemas.map(([name]) => `\`${name}\``);
  const sections = schemas.map(([name, schema]) =>
    [
      `## ${name} {#${name.toLowerCase()}}`,
      about(schema),
      schema.properties ? contentsOf(schema) : typeOf(schema),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  );
  return [
    `# ${title}`,
    `The schemas ${names.join(', ')}. What all schemas have in common is under [fields](/reference/fields).`,
    ...sections,
  ].join('\n\n');
}

/** Generates the reference of the fields, a page per group, from the schemas that check requests and responses. */
export const FIELD_PAGES: Readonly<Record<string, () => string>> = Object.fromEntries(
  FIELD_GROUPS.map((group) => [group.page, () => groupPage(group)]),
);

/** Generates the page on all fields: common rules, and the page of each named schema. */
export function fieldsPage(): string {
  return [
    '# Fields',
    'Names are exact. Responses of this gateway always contain fields that are not marked optional. The client is more lenient with other services and keeps unknown fields.',
    table(
      ['Page', 'Schemas'],
      FIELD_GROUPS.map(({ page, title }) => [
        `[${title}](/reference/${page})`,
        sortedSchemas()
          .filter(([name]) => fieldPageOf(name) === page)
          .map(([name]) => `${formerAnchor(name)}${fieldLink(name)}`)
          .join(', '),
      ]),
    ),
  ].join('\n\n');
}

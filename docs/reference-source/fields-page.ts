import { type JsonObject, openApiDocument } from '@flight-offset/core/openapi';
import { escapeTags, fieldTable, typeOf } from './schema-table.ts';

/** What an object holds: its fields, or that it has none. */
const contentsOf = (schema: JsonObject): string =>
  Object.keys(schema.properties ?? {}).length > 0 ? fieldTable(schema) : 'An object without fields.';

/** The reference of every named schema, made from the schemas which check requests and responses. */
export function fieldsPage(): string {
  const { components } = openApiDocument() as { components: { schemas: Record<string, JsonObject> } };
  const sections = Object.entries(components.schemas)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([id, schema]) =>
      [
        `## ${id} {#${id.toLowerCase()}}`,
        escapeTags(typeof schema.description === 'string' ? schema.description : ''),
        schema.properties ? contentsOf(schema) : typeOf(schema),
      ]
        .filter((part) => part !== '')
        .join('\n\n'),
    );
  return [
    '# Fields',
    'Names are exact. Responses of this gateway always contain fields that are not marked optional. The client is more lenient with other services and keeps unknown fields.',
    ...sections,
  ].join('\n\n');
}

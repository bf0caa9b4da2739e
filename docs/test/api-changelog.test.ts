/** The API changelog names every extension: one added to the API without a line there fails. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ORDER_EXTENSIONS } from '@flight-offset/core';
import { openApiDocument } from '@flight-offset/core/openapi';

const page = readFileSync(new URL('../reference/changelog.md', import.meta.url), 'utf8');

test('the API changelog names every operation that is an extension', () => {
  const { paths } = openApiDocument() as { paths: Record<string, Record<string, object>> };
  const extensions = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      'x-extension' in operation ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
  assert.ok(extensions.length > 10);
  assert.deepEqual(
    extensions.filter((operation) => !page.includes(`\`${operation}\``)),
    [],
  );
});

test('the API changelog names every field of a create that is an extension', () => {
  assert.deepEqual(
    ORDER_EXTENSIONS.filter((field) => !page.includes(`\`${field}\``)),
    [],
  );
});

test('the API changelog names every field of a response or a webhook that is an extension', () => {
  type Schemas = Record<string, { properties?: Record<string, { description?: string }> }>;
  const { components } = openApiDocument() as { components: { schemas: Schemas } };
  const fields = Object.values(components.schemas).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, { description = '' }]) =>
      /^Extension[:.]/.test(description) ? [name] : [],
    ),
  );
  assert.ok(fields.length > 15);
  assert.deepEqual(
    [...new Set(fields)].filter((field) => !page.includes(`\`${field}\``)),
    [],
  );
});

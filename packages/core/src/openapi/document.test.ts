import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { openApiDocument } from './document.ts';
import { OPERATIONS } from './operations.ts';

describe('examples fit their schemas', () => {
  for (const { id, request, response } of OPERATIONS) {
    if (request) it(`${id} request`, () => assert.doesNotThrow(() => request.schema.parse(request.example)));
    it(`${id} response`, () => assert.deepEqual(response.schema.parse(response.example), response.example));
  }
});

it('every reference has its schema', () => {
  const document = openApiDocument();
  const text = JSON.stringify(document);
  const { schemas } = document.components as { schemas: Record<string, unknown> };
  const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name as string);
  assert.ok(names.length > 30);
  for (const name of names) assert.ok(schemas[name], name);
  assert.doesNotMatch(text, /\$defs|undefined/);
});

it('without extensions it is the interface alone', () => {
  const { paths } = openApiDocument({ extensions: false }) as { paths: Record<string, object> };
  const called = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  const expected = [
    'post /offset-gateway/orders',
    'get /offset-gateway/orders',
    'post /api/calculate',
    'get /marketplace/transactions/{id}',
  ];
  assert.deepEqual(called.toSorted(), expected.toSorted());
});

it('every extension is marked', () => {
  const marked = JSON.stringify(openApiDocument()).match(/"x-extension":true/g)?.length;
  assert.equal(marked, OPERATIONS.filter(({ extension }) => extension).length);
});

it('bounds and defaults of the list are in it', () => {
  const text = JSON.stringify(openApiDocument());
  assert.match(
    text,
    /"name":"limit","in":"query"[^}]*"schema":\{[^}]*"default":20[^}]*"minimum":1,"maximum":100/,
  );
});

it('the published file is this document', async () => {
  const file = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
  assert.deepEqual(JSON.parse(file), openApiDocument(), 'run: pnpm --filter @flight-offset/core openapi');
});

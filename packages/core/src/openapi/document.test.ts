import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { openApiDocument } from './document.ts';
import { FILE_OPERATIONS } from './files.ts';
import { merchantOpenApiDocument } from './merchant-document.ts';
import { MERCHANT_OPERATIONS } from './merchant-operations.ts';
import { OPERATIONS } from './operations.ts';

describe('examples fit their schemas', () => {
  for (const { id, request, response } of OPERATIONS) {
    if (request) it(`${id} request`, () => assert.doesNotThrow(() => request.schema.parse(request.example)));
    it(`${id} response`, () => assert.deepEqual(response.schema.parse(response.example), response.example));
  }
});

describe('examples of the merchant fit their schemas', () => {
  for (const { id, request, responses } of MERCHANT_OPERATIONS) {
    if (request?.example !== undefined)
      it(`${id} request`, () => assert.doesNotThrow(() => request.schema.parse(request.example)));
    for (const { status, schema, example } of responses)
      if (example !== undefined)
        it(`${id} ${status}`, () => assert.deepEqual(schema.parse(example), example));
  }
});

for (const document of [openApiDocument(), merchantOpenApiDocument()]) {
  it(`every reference has its component: ${(document.info as { title: string }).title}`, () => {
    const text = JSON.stringify(document);
    const components = document.components as Record<string, Record<string, unknown>>;
    const names = [...text.matchAll(/#\/components\/(\w+)\/(\w+)/g)];
    assert.ok(names.length > 30);
    for (const [, kind = '', name = ''] of names) assert.ok(components[kind]?.[name], `${kind} ${name}`);
    assert.doesNotMatch(text, /\$defs|undefined/);
  });
}

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
  assert.equal(marked, OPERATIONS.filter(({ extension }) => extension).length + FILE_OPERATIONS.length);
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

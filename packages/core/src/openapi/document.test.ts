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

/** Every schema of a document, at any depth, with the name that generators derive from its place. */
function namedWhereTheyStand(node: unknown, name = ''): [name: string, schema: Record<string, unknown>][] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.entries(node).flatMap(([key, value]) => {
    const words = key.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    return namedWhereTheyStand(value, key === 'properties' ? name : name + words.join(''));
  });
  return [[name, node as Record<string, unknown>], ...inner];
}

for (const document of [openApiDocument(), merchantOpenApiDocument()]) {
  describe(`for generators of clients: ${(document.info as { title: string }).title}`, () => {
    const { schemas } = document.components as { schemas: Record<string, unknown> };
    const components = namedWhereTheyStand(schemas);
    const all = [...components, ...namedWhereTheyStand(document.paths)];

    it('no number is limited to 32 bits', () => {
      const numbers = all.filter(([, { type }]) => type === 'number');
      assert.ok(numbers.length > 5);
      for (const [name, { format }] of numbers) assert.equal(format, 'double', name);
      const large = all.filter(
        ([, { maximum, type }]) => [type].flat().includes('integer') && Number(maximum) >= 2 ** 31,
      );
      assert.ok(large.length > 5);
      for (const [name, { format }] of large) assert.equal(format, 'int64', name);
    });

    it('a date has no pattern: some clients parse it, and a pattern is for text', () => {
      const dates = all.filter(([, { format }]) => /^date/.test(`${format}`));
      assert.ok(dates.length > 0);
      for (const [name, { pattern }] of dates) assert.equal(pattern, undefined, name);
    });

    it('a pattern uses only syntax that every language reads, and no escaped line ends', () => {
      const patterns = all.flatMap(([, { pattern }]) => (typeof pattern === 'string' ? [pattern] : []));
      assert.ok(patterns.length > 10);
      for (const pattern of patterns) {
        assert.doesNotMatch(pattern, /\(\?(?!:)|\\[pP]/);
        assert.doesNotMatch(pattern, /\\u(?:000[ad]|202[89])/i);
      }
    });

    it('null is one of the types of a schema, not a schema beside it', () => {
      for (const [name, { type }] of all) assert.notEqual(type, 'null', name);
    });

    it('no schema has the name of a JavaScript global, which generators rename or hide', () => {
      for (const name of Object.keys(schemas)) assert.ok(!(name in globalThis), name);
    });

    it('no enumeration inside a schema gets the name of another schema', () => {
      for (const [name, schema] of components)
        if (schema.enum && schema !== schemas[name]) assert.ok(!Object.hasOwn(schemas, name), name);
    });
  });
}

it('every request body is required, including that of the webhook', () => {
  const bodies = JSON.stringify(openApiDocument()).match(/"requestBody":\{(?:"required":true)?/g) ?? [];
  assert.ok(bodies.length > 5);
  assert.deepEqual([...new Set(bodies)], ['"requestBody":{"required":true']);
});

it('keywords that OpenAPI 3.0 does not have are left out: many tools read them as errors', () => {
  assert.doesNotMatch(JSON.stringify(openApiDocument()), /"(?:dependentRequired|dependentSchemas|if)":/);
});

it('an object that refuses unknown fields is marked so, and no other is', () => {
  const closedIn = (document: object): string[] =>
    JSON.stringify(document).match(/[^{}]*"additionalProperties":false/g) ?? [];
  assert.deepEqual(closedIn(openApiDocument()), []);
  const part = ['["leg"]', '["grams","id"]'];
  assert.deepEqual(
    closedIn(merchantOpenApiDocument()),
    part.map((fields) => `,"required":${fields},"additionalProperties":false`),
  );
});

it('the PDF is a binary file', () => {
  assert.match(
    JSON.stringify(openApiDocument()),
    /"application\/pdf":\{"schema":\{"type":"string","format":"binary"\}\}/,
  );
});

it('without extensions has the operations of the interface only', () => {
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

it('states bounds and defaults of the list parameters', () => {
  const text = JSON.stringify(openApiDocument());
  assert.match(
    text,
    /"name":"limit","in":"query"[^}]*"schema":\{[^}]*"default":20[^}]*"minimum":1,"maximum":100/,
  );
});

it('the published file is this document', async () => {
  const file = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
  assert.doesNotMatch(file, /\t/, 'parsers of YAML, by which many tools read JSON too, refuse tabs');
  assert.deepEqual(JSON.parse(file), openApiDocument(), 'run: pnpm --filter @flight-offset/core openapi');
});

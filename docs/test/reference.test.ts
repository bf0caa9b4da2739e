/** The reference names everything there is: operations, fields, errors, attributes, parts, tokens, commands. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ERROR_CODES } from '@flight-offset/core';
import {
  FILE_OPERATIONS,
  MERCHANT_OPERATIONS,
  OPERATIONS,
  openApiDocument,
} from '@flight-offset/core/openapi';
import { commandsPage } from '../reference-source/commands-page.ts';
import { elementsPage } from '../reference-source/elements-page.ts';
import { errorsPage } from '../reference-source/errors-page.ts';
import { fieldsPage } from '../reference-source/fields-page.ts';
import { handlerOptionsPage } from '../reference-source/handler-options-page.ts';
import { limitsPage } from '../reference-source/limits-page.ts';
import { merchantPage } from '../reference-source/merchant-page.ts';
import { operationsPage } from '../reference-source/operations-page.ts';
import { packagesPage } from '../reference-source/packages-page.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

test('operations: every path, header and error', () => {
  const page = operationsPage();
  for (const { path, errors } of FILE_OPERATIONS)
    for (const part of [path, ...errors]) assert.ok(page.includes(String(part)), `${path}: ${part}`);
  for (const { path, headers, errors } of OPERATIONS) {
    for (const part of [path, ...headers, ...errors])
      assert.ok(page.includes(String(part)), `${path}: ${part}`);
  }
});

test('backend endpoints: every path, code and field of a request', () => {
  const page = merchantPage();
  for (const { path, errors, request } of MERCHANT_OPERATIONS) {
    for (const part of [path, ...errors]) assert.ok(page.includes(`${part}\``), `${path}: ${part}`);
    for (const name of Object.keys((request?.example ?? {}) as object))
      assert.ok(page.includes(`| \`${name}\``), `${path}: ${name}`);
  }
});

test('fields: every property of every schema, and no table without rows', () => {
  const page = fieldsPage();
  assert.doesNotMatch(page, /^\|[ :|-]+\|\n(?!\|)/m);
  assert.match(page, /^## CancelOrder .*\n\nAn object without fields\.$/m);
  const { components } = openApiDocument() as {
    components: { schemas: Record<string, { properties?: Record<string, unknown> }> };
  };
  for (const [id, { properties = {} }] of Object.entries(components.schemas)) {
    const section = page.split(`{#${id.toLowerCase()}}`)[1]?.split('\n## ')[0] ?? '';
    for (const name of Object.keys(properties)) assert.ok(section.includes(`\`${name}\``), `${id}.${name}`);
  }
});

test('errors and limits: every code, and the bounds which are enforced', () => {
  for (const code of Object.keys(ERROR_CODES)) assert.ok(errorsPage().includes(code), code);
  const empty = errorsPage()
    .split('\n')
    .filter((line) => /^\| `.*\|\s+\|$/.test(line));
  assert.deepEqual(empty, []);
  assert.match(limitsPage(), /`limit` of the list \| at least 1; at most 100; default `20`/);
  assert.match(limitsPage(), /`page` of the list \| at least 1; at most 1000; default `1`/);
});

test('commands: serving, keys and a look at everything', () => {
  for (const command of ['serve', 'keys create', 'doctor'])
    assert.ok(commandsPage().includes(`## ${command}\n`), command);
});

test('handler options: every option with its type, what it means and its default', () => {
  const page = handlerOptionsPage();
  for (const option of [
    'service.apiKey',
    'quoteTtlSeconds',
    'bookingContext',
    'rateLimit',
    'authorize',
    'backendKey',
  ])
    assert.match(page, new RegExp(`^\\| \`${option}\` \\| \`[^|]+`, 'm'), option);
  assert.match(page, /^\| `quoteTtlSeconds` \| `number` \| 1800 \| \w/m);
  assert.match(page, /^\| `service` \| .* \| required \| \w/m);
  const undescribed = page.split('\n').filter((line) => /^\| `.*\|\s*\|$/.test(line));
  assert.deepEqual(undescribed, []);
});

test('packages: every export has a docstring', async () => {
  const page = await packagesPage();
  assert.match(page, /`createOffsetHandler\(\)` \| function \| \w/);
  const empty = page.split('\n').filter((line) => /^\| `.*\|\s+\|$/.test(line));
  assert.deepEqual(empty, []);
});

test('the pages count the packages that there are, and the overview lists each', () => {
  const packages = globSync('packages/*/package.json', { cwd: REPOSITORY }).map(
    (path) => path.split('/')[1] ?? '',
  );
  const pages = globSync(
    '{README.md,CONTRIBUTING.md,docs/{guide,quickstart,reference}/*.md,docs/.vitepress/theme/*.vue}',
    {
      cwd: REPOSITORY,
    },
  );
  const counts = pages.flatMap((page) =>
    [
      ...readFileSync(join(REPOSITORY, page), 'utf8').matchAll(
        /\b(two|three|four|five|six|seven|eight) packages\b/gi,
      ),
    ].map(([, count = '']) => ({ page, count: count.toLowerCase() })),
  );
  assert.ok(counts.length >= 2);
  const count = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight'][packages.length - 2];
  for (const one of counts) assert.equal(one.count, count, one.page);
  const overview = readFileSync(join(REPOSITORY, 'docs/guide/how-it-fits-together.md'), 'utf8');
  for (const name of packages) assert.ok(overview.includes(`\n| \`${name}\` |`), name);
});

test('elements: everything that the manifest of the package names', () => {
  const path = fileURLToPath(new URL('../../packages/elements/dist/custom-elements.json', import.meta.url));
  assert.ok(existsSync(path), 'The manifest is missing: run pnpm build first.');
  interface Named {
    readonly name?: string;
  }
  interface Declaration {
    readonly tagName?: string;
    readonly attributes?: readonly Named[];
    readonly events?: readonly Named[];
    readonly cssParts?: readonly Named[];
    readonly cssProperties?: readonly Named[];
    readonly slots?: readonly Named[];
    readonly cssStates?: readonly Named[];
  }
  const { modules } = JSON.parse(readFileSync(path, 'utf8')) as {
    modules: readonly { readonly declarations?: readonly Declaration[] }[];
  };
  const page = elementsPage();
  const elements = modules.flatMap(({ declarations = [] }) => declarations).filter(({ tagName }) => tagName);
  assert.ok(elements.length >= 5);
  assert.doesNotMatch(page, /@(?:fires|slot|csspart|cssproperty|cssstate|summary|tag)\b/);
  for (const { tagName, attributes, events, cssParts, cssProperties, slots, cssStates } of elements) {
    assert.ok(page.includes(`<${tagName}>`), tagName);
    for (const { name = '' } of [attributes, events, cssParts, cssProperties, slots, cssStates].flatMap(
      (list) => list ?? [],
    )) {
      if (name !== '') assert.ok(page.includes(name), `${tagName}: ${name}`);
    }
  }
});

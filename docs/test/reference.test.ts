/** The reference is complete: operations, fields, errors, attributes, parts, tokens, commands. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ERROR_CODES, orderSchema, quoteSchema, webhookEventSchema } from '@flight-offset/core';
import {
  FILE_OPERATIONS,
  MERCHANT_OPERATIONS,
  OPERATIONS,
  openApiDocument,
} from '@flight-offset/core/openapi';
import { MODEL_VERSION } from '@flight-offset/emissions';
import { createOffsetHandler, type OffsetHandlerOptions } from '@flight-offset/server';
import { CSV_COLUMNS } from '../../packages/gateway/src/orders/csv/csv.ts';
import { sidebar } from '../.vitepress/sidebar.ts';
import { anchorOf } from '../reference-source/anchor.ts';
import { commandsPage } from '../reference-source/commands-page.ts';
import { ELEMENT_PAGES, elementsPage } from '../reference-source/element-pages.ts';
import { ENDPOINT_PAGES, endpointsPage } from '../reference-source/endpoint-pages.ts';
import { errorsPage } from '../reference-source/errors-page.ts';
import { FIELD_PAGES, fieldsPage } from '../reference-source/field-pages.ts';
import { handlerOptionsPage } from '../reference-source/handler-options-page.ts';
import { limitsPage } from '../reference-source/limits-page.ts';
import { MERCHANT_PAGES, merchantPage } from '../reference-source/merchant-pages.ts';
import { PACKAGE_PAGES, packagesPage } from '../reference-source/package-pages.ts';
import { PAGES } from '../reference-source/pages.ts';
import { REPOSITORY } from './repository-files.ts';

/** Joins every page of a group. */
const joined = async (pages: Readonly<Record<string, () => string | Promise<string>>>): Promise<string> =>
  (await Promise.all(Object.values(pages).map((page) => page()))).join('\n\n');

/** Returns the part of a page from a heading to the next of its level; the whole page if it has no such heading. */
const sectionOf = (page: string, heading: string): string =>
  page.split(`\n## ${heading}`)[1]?.split('\n## ')[0] ?? page;

test('the sidebar links every generated page', () => {
  const linked = JSON.stringify(sidebar).matchAll(/"\/reference\/([\w-]+)"/g);
  const names = [...linked].map(([, name = '']) => name);
  assert.deepEqual(
    Object.keys(PAGES).filter((name) => !names.includes(name)),
    [],
  );
});

test('the pages do not depend on the language of the machine that builds them', async () => {
  const script = `import { PAGES } from ${JSON.stringify(new URL('../reference-source/pages.ts', import.meta.url).href)};
    const pages = await Promise.all(Object.values(PAGES).map((page) => page()));
    process.stdout.write(JSON.stringify(pages));`;
  // Hawaiian sorts vowels first.
  const hawaiian = execFileSync(
    process.execPath,
    ['--conditions=source', '--input-type=module', '--eval', script],
    { encoding: 'utf8', env: { ...process.env, LC_ALL: 'haw_US.UTF-8' }, maxBuffer: 1e8 },
  );
  assert.deepEqual(JSON.parse(hawaiian), await Promise.all(Object.values(PAGES).map((page) => page())));
});

test('endpoints: every path, header and error is in its section or among the common ones', async () => {
  const overview = endpointsPage();
  const pages = await joined(ENDPOINT_PAGES);
  const common = sectionOf(overview, 'Errors of every endpoint');
  for (const { summary, path, errors } of [...OPERATIONS, ...FILE_OPERATIONS]) {
    assert.ok(overview.includes(`<span id="${anchorOf(summary)}">`), `the overview lacks ${summary}`);
    const section = sectionOf(pages, summary);
    assert.ok(section.includes(`${path}\``), `${summary}: ${path}`);
    for (const code of errors)
      assert.ok(section.includes(`| ${code} |`) || common.includes(`| ${code} |`), `${summary}: ${code}`);
  }
  for (const { summary, headers } of OPERATIONS)
    for (const header of headers)
      assert.ok(sectionOf(pages, summary).includes(`\`${header}\``), `${summary}: ${header}`);
});

test('fields: the formats of texts, and the rules for members of lists and objects, are stated', async () => {
  const fields = sectionOf(await joined(FIELD_PAGES), 'CreateOrder');
  const rules = (name: string): string => fields.split(`| \`${name}\``)[1]?.split('\n')[0] ?? '';
  assert.ok(rules('variant').includes('matches `^[\\w.:-]+$`'), rules('variant'));
  assert.ok(rules('reference').includes('no control characters'), rules('reference'));
  assert.ok(rules('emission_publishers').includes('at most 12; each at least 1 character, at most 80'));
  assert.ok(rules('metadata').includes('object of string'), rules('metadata'));
  for (const rule of ['at most 20 names', 'each name at least 1 character', 'each value at most 500'])
    assert.ok(rules('metadata').includes(rule), rules('metadata'));
});

test('a quote: the ready example is valid, and the codes that elements add are described', () => {
  const page = MERCHANT_PAGES['checkout-endpoints']?.() ?? '';
  const [example = ''] = page.match(/(?<=```json\n)\{\n {2}"status": "ready"[^`]+/) ?? [];
  assert.ok(quoteSchema.parse(JSON.parse(example)));
  const request = readFileSync(join(REPOSITORY, 'packages/elements/src/backend/request.ts'), 'utf8');
  const own = /A code of the backend, or ([^.]+)\./.exec(request)?.[1]?.match(/\w{5,}/g) ?? [];
  assert.ok(own.length >= 3);
  assert.deepEqual(
    own.filter((code) => !errorsPage().includes(`\`${code}\``)),
    [],
  );
});

test('webhooks: the guide names every type', () => {
  const guide = readFileSync(join(REPOSITORY, 'docs/guide/webhooks.md'), 'utf8');
  for (const type of webhookEventSchema.shape.type.options) assert.ok(guide.includes(`\`${type}\``), type);
});

test('examples: estimates have the current model version', () => {
  const examples =
    JSON.stringify([OPERATIONS, MERCHANT_OPERATIONS]) + MERCHANT_PAGES['checkout-endpoints']?.();
  const versions = examples.match(/(?<=[vV]ersion": ?")\d+\.\d+\.\d+\.\d{8}/g) ?? [];
  assert.ok(versions.length >= 2);
  assert.deepEqual([...new Set(versions)], [MODEL_VERSION]);
});

test('exports: every column is a field of an order, or described', () => {
  const page = ENDPOINT_PAGES['export-endpoints']?.() ?? '';
  const fields = Object.keys(orderSchema.shape);
  assert.deepEqual(
    CSV_COLUMNS.filter((column) => !fields.includes(column) && !page.includes(`\`${column}\``)),
    [],
  );
});

test('common errors are those that every endpoint may return', () => {
  const section = sectionOf(endpointsPage(), 'Errors of every endpoint');
  const codes = [...section.matchAll(/^\| (\d{5}) \|/gm)].map(([, code]) => Number(code));
  assert.ok(codes.length >= 3);
  for (const { path, errors } of [...OPERATIONS, ...FILE_OPERATIONS])
    for (const code of codes) assert.ok((errors as readonly number[]).includes(code), `${path}: ${code}`);
});

test('backend endpoints: every path, code and request field has its place', async () => {
  const overview = merchantPage();
  const pages = await joined(MERCHANT_PAGES);
  for (const { summary, path, errors, request } of MERCHANT_OPERATIONS) {
    assert.ok(overview.includes(`<span id="${anchorOf(summary)}">`), `the overview lacks ${summary}`);
    const section = sectionOf(pages, summary);
    for (const part of [path, ...errors]) assert.ok(section.includes(`${part}\``), `${path}: ${part}`);
    for (const name of Object.keys((request?.example ?? {}) as object))
      assert.ok(section.includes(`| \`${name}\``), `${path}: ${name}`);
  }
});

test('fields: every property of every schema is listed, and no table is empty', async () => {
  const pages = await joined(FIELD_PAGES);
  const overview = fieldsPage();
  assert.doesNotMatch(pages, /^\|[ :|-]+\|\n(?!\|)/m);
  assert.doesNotMatch(pages, /at (?:least|most) -?9007199254740991/);
  assert.match(pages, /^## CancelOrder .*\n\nAn object without fields\.$/m);
  const { components } = openApiDocument() as {
    components: { schemas: Record<string, { properties?: Record<string, unknown>; enum?: string[] }> };
  };
  for (const [id, { properties = {}, enum: values }] of Object.entries(components.schemas)) {
    if (values) {
      // An enumeration has no section: its values are in the row of each field.
      assert.ok(pages.includes(`| string | ${values.map((value) => `\`${value}\``).join(', ')} |`), id);
      continue;
    }
    const anchor = id.toLowerCase();
    const page = Object.keys(FIELD_PAGES).find((name) => FIELD_PAGES[name]?.().includes(`{#${anchor}}`));
    assert.ok(overview.includes(`<span id="${anchor}"></span>[${id}](/reference/${page}#${anchor})`), id);
    const section = sectionOf(pages, `${id} {#${anchor}}`);
    for (const name of Object.keys(properties)) assert.ok(section.includes(`\`${name}\``), `${id}.${name}`);
  }
});

test('errors and limits: every code is described, and the enforced bounds are stated', () => {
  for (const code of Object.keys(ERROR_CODES)) assert.ok(errorsPage().includes(code), code);
  const empty = errorsPage()
    .split('\n')
    .filter((line) => /^\| `.*\|\s+\|$/.test(line));
  assert.deepEqual(empty, []);
  assert.match(limitsPage(), /`limit` of the list \| at least 1; at most 100; default `20`/);
  assert.match(limitsPage(), /`page` of the list \| at least 1; at most 1000; default `1`/);
  assert.match(limitsPage(), /at most 1 000 000 000; 1 000 000 000 kg at most/);
  // Lower than the maximum of the field: a reader's order would be refused far below it.
  assert.match(limitsPage(), /`GATEWAY_MAX_ORDER_TONNES`.*error 40905.*40913/);
});

test('commands: serve, keys create and doctor have a section', () => {
  const page = commandsPage();
  for (const command of ['serve', 'keys create', 'doctor'])
    assert.ok(page.includes(`## ${command}\n`), command);
});

test('handler options: every option is described, with its type and default', () => {
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

test('handler options: every option that the handler accepts is on the page', () => {
  const page = handlerOptionsPage();
  for (const place of ['', 'service.', 'service.retry.', 'amounts.', 'policy.', 'breaker.']) {
    const options = [...place.split('.').slice(0, -1), 'none'].reduceRight<unknown>(
      (value, name) => ({ [name]: value }),
      1,
    );
    assert.throws(
      () => createOffsetHandler(options as OffsetHandlerOptions),
      ({ message }: Error) => {
        const names = /there are (.*)$/.exec(message)?.[1]?.split(' ') ?? [];
        assert.ok(names.length > 1, message);
        for (const name of names) assert.ok(page.includes(`| \`${place}${name}\` |`), `${place}${name}`);
        return true;
      },
    );
  }
});

test('packages: every export is described, and every entry point has a page', async () => {
  const pages = await joined(PACKAGE_PAGES);
  assert.doesNotMatch(pages, /@(?:param|returns|throws|example|default)\b/);
  assert.match(pages, /`createOffsetHandler\(\)` \| function \| \w/);
  const empty = pages.split('\n').filter((line) => /^\| `.*\|\s+\|$/.test(line));
  assert.deepEqual(empty, []);
  for (const [page, content] of Object.entries(PACKAGE_PAGES)) {
    const title = /^# (.*)/.exec(await content())?.[1] ?? '';
    const name = title.replace(/^Schemas of /, '');
    assert.ok(packagesPage().includes(`[\`${name}\`](/reference/`), page);
  }
});

test('the pages state the number of packages, and the overview lists each', () => {
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

test('the table of Node versions names what each package needs', () => {
  const page = readFileSync(join(REPOSITORY, 'docs/guide/how-it-fits-together.md'), 'utf8');
  const [, table = ''] = /^## Node versions([\s\S]*?)^## /m.exec(page) ?? [];
  const named = (one: string): string | undefined =>
    new RegExp(`^\\|[^|]*\`${one}\`[^|]*\\| ([^|]+) \\|`, 'm').exec(table)?.[1];
  for (const one of ['core', 'emissions', 'server', 'elements', 'console', 'gateway']) {
    const { engines } = JSON.parse(readFileSync(join(REPOSITORY, 'packages', one, 'package.json'), 'utf8'));
    const needs = engines.node.replaceAll(/[\^>=]/g, '').replace(' || ', ', ');
    assert.equal(named(one), `${needs} or newer`, one);
  }
});

/** Dependencies in a `package.json`. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

test('the threat model lists the dependencies of each package, and the copies in the gateway', () => {
  const page = readFileSync(join(REPOSITORY, 'docs/quality/threat-model.md'), 'utf8');
  const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const ours = (name: string): string => name.replace('@flight-offset/', '');
  const folders = globSync('packages/*', { cwd: REPOSITORY });
  assert.ok(folders.length >= 6);
  const manifestOf = (folder: string): Manifest =>
    JSON.parse(readFileSync(join(REPOSITORY, folder, 'package.json'), 'utf8'));
  for (const folder of folders) {
    const { dependencies, peerDependencies } = manifestOf(folder);
    const [, row = ''] = new RegExp(`^\\| \`${ours(folder.slice(9))}\` \\|(.*)$`, 'm').exec(page) ?? [];
    const listed = Object.keys({ ...dependencies, ...peerDependencies }).map(ours);
    assert.deepEqual(quoted(row).sort(), listed.sort(), folder);
  }
  const sources = globSync('packages/gateway/src/**/*.ts', { cwd: REPOSITORY }).filter(
    (path) => !/\.test\.ts$|\/testing\//.test(path),
  );
  const imported = new Set(
    sources.flatMap((path) =>
      [
        ...readFileSync(join(REPOSITORY, path), 'utf8').matchAll(
          /^import (?!type )[^;]*?from '((?:@[\w-]+\/)?[\w.-]+)(?:\/[^']*)?'/gm,
        ),
      ].map(([, name = '']) => name),
    ),
  );
  const copied = Object.keys(manifestOf('packages/gateway').devDependencies ?? {}).filter((name) =>
    imported.has(name),
  );
  const [, list = ''] = /does not list as dependencies: ([^:]*?)\. `dist/.exec(page) ?? [];
  assert.deepEqual(quoted(list).sort(), copied.sort());
});

interface Named {
  readonly name?: string;
}

interface Member extends Named {
  readonly kind: string;
  readonly static?: boolean;
  readonly privacy?: string;
}

interface Declaration {
  readonly tagName?: string;
  readonly members?: readonly Member[];
  readonly attributes?: readonly Named[];
  readonly events?: readonly Named[];
  readonly cssParts?: readonly Named[];
  readonly cssProperties?: readonly Named[];
  readonly slots?: readonly Named[];
  readonly cssStates?: readonly Named[];
}

/** Returns the names of everything of an element but its members; a slot may have none. */
const namesOf = ({ attributes, events, cssParts, cssProperties, slots, cssStates }: Declaration): string[] =>
  [attributes, events, cssParts, cssProperties, slots, cssStates]
    .flatMap((list) => list ?? [])
    .flatMap(({ name }) => name || []);

const isPublic = ({ static: isOfClass, privacy = 'public' }: Member): boolean =>
  !isOfClass && privacy === 'public';

test('elements: every name in the manifest of the package is on a page', () => {
  const path = fileURLToPath(new URL('../../packages/elements/dist/custom-elements.json', import.meta.url));
  assert.ok(existsSync(path), 'The manifest is missing: run pnpm build first.');
  const { modules } = JSON.parse(readFileSync(path, 'utf8')) as {
    modules: readonly { readonly declarations?: readonly Declaration[] }[];
  };
  const overview = elementsPage();
  const elements = modules.flatMap(({ declarations = [] }) => declarations).filter(({ tagName }) => tagName);
  assert.ok(elements.length >= 5);
  for (const element of elements) {
    const { tagName, members = [], slots = [] } = element;
    const page = ELEMENT_PAGES[tagName ?? '']?.() ?? '';
    assert.ok(page.includes(`<${tagName}>`) && overview.includes(`(/reference/${tagName})`), tagName);
    assert.doesNotMatch(page, /@(?:fires|slot|csspart|cssproperty|cssstate|summary|tag)\b/);
    for (const name of namesOf(element))
      assert.ok(page.includes(name) || overview.includes(name), `${tagName}: ${name}`);
    for (const { kind, name } of members.filter(isPublic))
      assert.ok(page.includes(`| \`${name}${kind === 'method' ? '()' : ''}\` |`), `${tagName}: ${name}`);
    assert.equal(
      page.includes('| without a name |'),
      slots.some(({ name }) => !name),
      tagName,
    );
  }
});

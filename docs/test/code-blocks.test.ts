/** Every code block on a page is from a file that a test runs, and every command that a page names exists. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { OPERATIONS } from '@flight-offset/core/openapi';
import { SANDBOX } from '@flight-offset/gateway';
import { commandsPage } from '../reference-source/commands-page.ts';
import { REPOSITORY } from './repository-files.ts';

const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');
const find = (pattern: string): string[] =>
  globSync(pattern, {
    cwd: REPOSITORY,
    exclude: (name) => /node_modules|dist|cache/.test(String(name)),
  }).sort();

const PAGES = find('docs/**/*.md');
const TESTS = find('docs/test/*.test.ts').map(read).join('\n');

/** Returns code blocks with their language; backticks or tildes, indented or not. */
function fencedBlocks(text: string): { language: string; code: string }[] {
  return [...text.matchAll(/^[ \t>]*(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)^[ \t>]*\1/gm)].map(
    ([, , language = '', code = '']) => ({ language: language.trim(), code }),
  );
}

/** Returns the files whose code a page shows. */
function shownFiles(page: string): string[] {
  return [...read(page).matchAll(/^[ \t]*<<<\s*@\/([^\s#{]+)/gm)].map(([, path = '']) => join('docs', path));
}

/** Returns code without the indentation of its page or file. */
const plain = (code: string): string => code.replace(/^[ \t]+/gm, '').trim();

/** Commands of the gateway, as its help lists them. */
const GATEWAY_COMMANDS = [...commandsPage().matchAll(/^## (.+)$/gm)].map(([, name = '']) => name);

/**
 * Tests whether a line is a script of this repository, a command of the gateway or, in a quickstart, one that its test
 * runs.
 */
function isTestedCommand(line: string, page: string): boolean {
  const own = /^flight-offset-gateway (.+)$/.exec(line)?.[1];
  if (own) return GATEWAY_COMMANDS.some((name) => own === name || own.startsWith(`${name} `));
  if (page.startsWith('docs/quickstart/') && /^npm (install|start|run [a-z]+)$/.test(line)) return true;
  return /^pnpm [a-z]+( |$)/.test(line);
}

test('the pages hold no code of their own except commands of this repository', () => {
  assert.ok(PAGES.length > 35);
  for (const page of PAGES) {
    for (const { language, code } of fencedBlocks(read(page))) {
      assert.equal(language, 'sh', `${page} holds code that is not taken from a file:\n${code}`);
      for (const line of code.trim().split('\n'))
        assert.ok(isTestedCommand(line, page), `${page}: no command of this repository: ${line}`);
    }
    assert.doesNotMatch(read(page), /<pre[\s>]/, `${page} holds code that is not taken from a file`);
  }
});

test('every file whose code is shown is run by a test', () => {
  const shown = [...new Set(PAGES.flatMap(shownFiles))];
  assert.ok(shown.length > 20);
  for (const file of shown) {
    assert.ok(existsSync(join(REPOSITORY, file)), `${file} is not there`);
    if (file.startsWith('examples/quickstart/')) continue;
    const example = /^examples\/[^/]+/.exec(file)?.[0];
    if (example) {
      // Tests of an example open it in a browser: its parts are the files that others in it name.
      assert.notDeepEqual(find(`${example}/test/*.test.ts`), [], `${example} has no test`);
      const stem = basename(file).replace(/\.tsx?$/, '');
      const others = find(`${example}/**/*.{ts,tsx,vue,html,json}`).filter((name) => name !== file);
      assert.ok(
        others.some((name) => read(name).includes(stem)),
        `nothing in ${example} uses ${file}`,
      );
    } else if (file.startsWith('packages/gateway/deploy/')) {
      const name = file.startsWith('packages/gateway/deploy/proxy/') ? 'proxies' : 'deploy';
      const test = read(`packages/gateway/test/${name}.test.ts`);
      assert.ok(test.includes(`'${basename(file)}'`), `no test names ${file}`);
    } else if (dirname(file) === 'docs/snippets/signing') {
      assert.ok(TESTS.includes(`'${basename(file)}'`), `no test runs ${file}`);
    } else {
      const name = file.replace('docs/snippets/', '');
      const isUsed = find('docs/snippets/**/*.{ts,sh}').some(
        (other) => other !== file && read(other).includes(basename(name)),
      );
      assert.ok(TESTS.includes(name) || isUsed, `no test names ${file}`);
    }
  }
});

test('the guides show whole files, and excerpts of shell commands only', () => {
  const excerpts = PAGES.flatMap((page) =>
    [...read(page).matchAll(/^[ \t]*<<<\s*@\/(snippets\/\S+)#/gm)].map(([, file = '']) => ({ page, file })),
  );
  assert.ok(excerpts.length > 3);
  for (const { page, file } of excerpts) assert.match(file, /\.sh$/, `${page} shows a part of ${file}`);
});

test('the pages name the link to press after a payment as the payment page does', () => {
  const returnTo = /returnTo: '([^']+)'/.exec(read('packages/gateway/src/pages/messages/en.ts'))?.[1] ?? '';
  const link = returnTo.replace('{merchant}', SANDBOX.merchantName);
  assert.match(link, /^Return to \w+/);
  for (const page of ['docs/quickstart/_pay.md', 'docs/guide/start.md'])
    assert.ok(read(page).includes(`_${link}_`), `${page} does not say to press ${link}`);
});

test('every quickstart has a test, and shows every file of its folder', () => {
  const tests = find('scripts/consumers/{quickstart.test,more/quickstart}.ts').map(read).join('\n');
  const shown = PAGES.flatMap(shownFiles);
  const pages = PAGES.filter((page) => /^docs\/quickstart\/[^_]/.test(page));
  assert.ok(pages.length >= 8);
  for (const page of pages)
    assert.ok(tests.includes(`'${basename(page, '.md')}'`), `no test follows ${page}`);
  for (const file of find('examples/quickstart/**/*.*').filter((path) => /\.\w+$/.test(path)))
    assert.ok(shown.includes(file), `no quickstart shows ${file}`);
});

test('the code of README and CONTRIBUTING occurs in tested files', () => {
  const tested = find('{docs/snippets,examples/plain-page}/**/*.{sh,html,ts}').map(read).map(plain);
  for (const page of ['README.md', 'CONTRIBUTING.md']) {
    const blocks = fencedBlocks(read(page));
    assert.notEqual(blocks.length, 0);
    for (const { code } of blocks) {
      // A comment after a command, and fetching the repository, belong to the page.
      const lines = code.replace(/ +#.*$/gm, '').replace(/^git clone .*\n/m, '');
      const parts = page === 'README.md' ? [lines] : lines.trim().split('\n');
      for (const part of parts)
        assert.ok(
          tested.some((text) => text.includes(plain(part))),
          `${page} holds what no tested file does:\n${part}`,
        );
    }
  }
});

test('start.sh runs the scripts of this repository with its pnpm', () => {
  const { packageManager } = JSON.parse(read('package.json')) as { packageManager: string };
  const commands = [...read('docs/snippets/start.sh').matchAll(/^npx .*$/gm)].map(([line]) => line);
  for (const page of [...PAGES, 'README.md', 'CONTRIBUTING.md']) {
    for (const [named] of read(page).matchAll(/pnpm@[\d.]+\d/g)) assert.equal(named, packageManager, page);
  }
  // start.test.ts tests the first command; the second runs this very test.
  assert.deepEqual(commands, [`npx --yes ${packageManager} start`, `npx --yes ${packageManager} test`]);
});

/** Returns the folder of a package or example by its name. */
function folderOf(name: string): string {
  const manifest = find('{docs,packages/*,examples/*}/package.json').find(
    (path) => (JSON.parse(read(path)) as { name: string }).name === name,
  );
  return manifest ? dirname(manifest) : assert.fail(`there is no package ${name}`);
}

/** Splits a command of a page into the folder where it runs, its script and the rest of the line. */
function parseCommand(command: string): { folder: string; script: string; rest: string } {
  const [, name, filtered = '', options = ''] =
    /^pnpm --filter (\S+) (?:run )?(\S+)(.*)$/.exec(command) ?? [];
  if (name !== undefined) return { folder: folderOf(name), script: filtered, rest: options };
  const [, script = '', ...rest] = command.split(' ');
  return { folder: '.', script, rest: rest.join(' ') };
}

/** Returns the sources beside the program that a script runs; empty if it runs none of this project. */
function sourcesOf(folder: string, line: string): string {
  const program = /(\S+\.ts)/.exec(line)?.[1];
  if (program === undefined) return '';
  return find(`${join(folder, dirname(program))}/**/*.ts`)
    .map(read)
    .join('\n');
}

test('every command that a page names is a script, with the options that it accepts', () => {
  const named = [...PAGES, 'README.md', 'CONTRIBUTING.md'].flatMap((page) =>
    [...read(page).matchAll(/^ *(pnpm .+)$|`(pnpm [^`]+)`/gm)].map(([, line, inline]) => ({
      page,
      command: line ?? inline ?? '',
    })),
  );
  assert.ok(named.length > 15);
  for (const { page, command } of named) {
    const { folder, script, rest } = parseCommand(command);
    if (script === 'exec' || script === 'audit' || script === 'install') continue;
    const { scripts } = JSON.parse(read(join(folder, 'package.json'))) as { scripts: Record<string, string> };
    const line = scripts[script];
    assert.ok(line, `${page} names \`${command}\`, and there is no script ${script}`);
    for (const [, option = ''] of rest.split('&&')[0]?.matchAll(/--([a-z-]+)/g) ?? [])
      assert.ok(
        sourcesOf(folder, line).includes(option),
        `${page} names \`${command}\`, and \`${line}\` knows no --${option}`,
      );
  }
});

test('the examples of the reference match their schemas', () => {
  for (const { id, request, response } of OPERATIONS) {
    if (request) assert.equal(request.schema.safeParse(request.example).error, undefined, `${id}: request`);
    assert.equal(response.schema.safeParse(response.example).error, undefined, `${id}: response`);
  }
});

test('code in the READMEs of the packages imports existing names', async () => {
  for (const page of find('packages/*/README.md')) {
    for (const { language, code } of fencedBlocks(read(page))) {
      if (language !== 'ts') continue;
      for (const [, names = '', from = ''] of code.matchAll(/import \{([^}]+)\} from '([^']+)'/g)) {
        const module = (await import(from)) as object;
        for (const name of names.split(',')) assert.ok(name.trim() in module, `${page}: ${name} of ${from}`);
      }
    }
  }
});

test('a name that a page takes from a package is exported there', async () => {
  const named = PAGES.flatMap((page) =>
    [...read(page).matchAll(/`(\w+)(?:\([^`]*\))?` from `(@flight-offset\/[\w/-]+)`/g)].map(
      ([, name = '', from = '']) => ({ page, name, from }),
    ),
  );
  assert.ok(named.length >= 6);
  for (const { page, name, from } of named) {
    const module = (await import(from)) as object;
    assert.ok(name in module, `${page}: ${name} of ${from}`);
  }
});

test('the finder of code blocks finds every kind of fence', () => {
  const found = fencedBlocks('a\n```ts\none\n```\n   ~~~\n   two\n   ~~~\n> ````md\n> ```\n> ````\n');
  assert.deepEqual(
    found.map(({ language }) => language),
    ['ts', '', 'md'],
  );
});

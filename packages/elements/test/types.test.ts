import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { ROOT } from '../scripts/bundler.ts';
import { frameworkTypes } from '../scripts/framework-types.ts';
import { elementsOf, readManifest } from '../scripts/manifest.ts';

test('type-checks pages in React, including the data of events', () => {
  mkdirSync(`${ROOT}dist/types`, { recursive: true });
  for (const [name, code] of Object.entries(frameworkTypes(elementsOf(readManifest()))))
    writeFileSync(`${ROOT}dist/types/${name}.d.ts`, code);
  const built = spawnSync('tsc', ['-b', ROOT], { encoding: 'utf8' });
  assert.equal(built.status, 0, built.stdout);
  for (const page of ['types', 'types/components']) {
    const { status, stdout } = spawnSync('tsc', ['-p', `${ROOT}test/${page}`], { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  }
});

test('a page that imports an element has its type, and the names of its events', () => {
  const built = spawnSync('tsc', ['-b', ROOT], { encoding: 'utf8' });
  assert.equal(built.status, 0, built.stdout);
  const folder = mkdtempSync(`${ROOT}dist/define-`);
  try {
    for (const { tagName, events } of elementsOf(readManifest())) {
      const page = `import '../define/${tagName}.js';
document.createElement('${tagName}').endpoint = '/offset';
export const EVENTS: (keyof HTMLElementEventMap)[] = ${JSON.stringify(events.map(({ name }) => name))};
`;
      // One program each: an import of one page would apply to all.
      writeFileSync(`${folder}/page.ts`, page);
      const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
      const args = ['--ignoreConfig', ...options, '--target', 'es2022', `${folder}/page.ts`];
      const { status, stdout } = spawnSync('tsc', args, { encoding: 'utf8' });
      assert.equal(status, 0, stdout);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the components of React listen to every event of their element', () => {
  const sources = ['index', 'back-office'].map((name) => readFileSync(`${ROOT}src/react/${name}.ts`, 'utf8'));
  for (const { tagName, name, events } of elementsOf(readManifest())) {
    const source = sources.find((code) => code.includes(`tagName: '${tagName}'`))!;
    const [, list] = new RegExp(`export const ${name}: ReactWebComponent<\\w+, typeof (\\w+)>`).exec(source)!;
    const [, listeners] = new RegExp(`const ${list} = (\\{[^}]*\\})`).exec(source)!;
    // A page in React listens to the choice by `offset-change`; `change` is for forms.
    for (const { name: event } of events)
      if (event !== 'change') assert.ok(listeners!.includes(`'${event}'`), `${tagName}: ${event}`);
  }
});

test('every package that the types import is a dependency', () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
    dependencies: Record<string, string>;
    peerDependencies: Record<string, string>;
  };
  const needed = new Set<string>();
  for (const file of globSync('dist/**/*.d.ts', { cwd: ROOT, exclude: ['dist/types/**', 'dist/.tools/**'] }))
    for (const [, name] of readFileSync(`${ROOT}${file}`, 'utf8').matchAll(
      /(?:from|import\()\s*['"]([^.'"][^'"]*)['"]/g,
    ))
      needed.add(
        name!
          .split('/')
          .slice(0, name!.startsWith('@') ? 2 : 1)
          .join('/'),
      );
  assert.ok(needed.has('@flight-offset/core') && needed.has('lit'), [...needed].join());
  for (const name of needed) assert.ok({ ...peerDependencies, ...dependencies }[name], name);
  // An exact version would give an application that has Lit already a second copy.
  for (const name of ['lit', '@lit/task']) assert.match(dependencies[name]!, /^\^\d/);
});

/** Content of the bills of materials: everything installed, and every copy in the bundled files. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type BillOfMaterials, billOfMaterials, nameOf } from './bill-of-materials.ts';
import { PACKAGES } from './consumers/pack.ts';
import { readCopies, writeCopies } from './copies.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folderOf = (name: string): string => `${root}packages/${name}`;
const manifestOf = (name: string) => JSON.parse(readFileSync(`${folderOf(name)}/package.json`, 'utf8'));

const copiesIn = ({ components }: BillOfMaterials): string[] =>
  components
    .filter(({ properties = [] }) => properties.some(({ name }) => name === 'cdx:npm:package:bundled'))
    .map(nameOf)
    .sort();

/** Returns every part that `start` depends on. */
function reachedFrom(start: string, { dependencies }: BillOfMaterials): ReadonlySet<string> {
  const reached = new Set([start]);
  // A set also visits items added during iteration.
  for (const one of reached)
    for (const { ref, dependsOn } of dependencies)
      if (ref === one) for (const next of dependsOn) reached.add(next);
  return reached;
}

for (const name of PACKAGES)
  test(`${name}: lists installed and copied packages with licences, and nothing of this machine`, async () => {
    const bill = await billOfMaterials(name);
    const { dependencies = {}, scripts = {} } = manifestOf(name);
    const listed = bill.components.map(({ group, name: own }) => (group ? `${group}/${own}` : own));
    for (const one of Object.keys(dependencies)) assert.ok(listed.includes(one), one);
    assert.deepEqual(copiesIn(bill), [...readCopies(folderOf(name))].sort());
    assert.equal(copiesIn(bill).length > 0, 'bundle' in scripts);

    for (const part of bill.components) assert.notDeepEqual(part.licenses ?? [], [], nameOf(part));
    const references = bill.components.map((part) => part['bom-ref']);
    assert.equal(new Set(references).size, references.length);
    const own = bill.metadata.component['bom-ref'];
    assert.deepEqual([...reachedFrom(own, bill)].sort(), [own, ...references].sort());

    const text = JSON.stringify(bill);
    assert.doesNotMatch(text, /registry|localhost|file:/);
    assert.ok(!text.includes(root));
    const again = await billOfMaterials(name);
    assert.deepEqual([again.components, again.dependencies], [bill.components, bill.dependencies]);
  });

test('gateway: every package in its licences is listed as a copy', async () => {
  const licences = readFileSync(`${folderOf('gateway')}/dist/THIRD-PARTY-LICENCES.txt`, 'utf8');
  const [, ...sections] = licences.split(`\n\n${'-'.repeat(80)}\n\n`);
  const names = sections.flatMap((section) => (section.split('\n\n')[0] ?? '').split('\n'));
  assert.ok(names.includes(`pg ${manifestVersionOf('pg')}`));
  const copies = copiesIn(await billOfMaterials('gateway'));
  assert.deepEqual(
    names.filter((one) => !copies.includes(one.replace(' ', '@'))),
    [],
  );
});

/** Returns the version of a dependency of the gateway that is installed here. */
function manifestVersionOf(name: string): string {
  return JSON.parse(readFileSync(`${folderOf('gateway')}/node_modules/${name}/package.json`, 'utf8')).version;
}

test('a bundler lists the package of each module except its own, including those of this repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'copies-'));
  const write = (path: string, manifest: object): string => {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify(manifest));
    return join(folder, path);
  };
  try {
    const own = write('packages/own', { name: 'own', version: '1.0.0', scripts: { bundle: 'node x' } });
    assert.throws(() => readCopies(own), { code: 'ENOENT' });
    const modules = [
      join(own, 'src/index.ts'),
      join(write('packages/other', { name: 'other', version: '1.0.0' }), 'src/deep/index.ts'),
      join(
        write('node_modules/.pnpm/@a+b@2/node_modules/@a/b', { name: '@a/b', version: '2.0.0' }),
        'lib/b.js',
      ),
      join(write('packages/own/node_modules/c', { name: 'c', version: '3.0.0' }), 'lib/packages/c.js'),
      join(folder, 'packages/own/node_modules/c/index.js'),
    ];
    writeCopies(own, modules);
    assert.deepEqual(readCopies(own), ['@a/b@2.0.0', 'c@3.0.0', 'other@1.0.0']);
    assert.deepEqual(readCopies(join(folder, 'packages/other')), []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

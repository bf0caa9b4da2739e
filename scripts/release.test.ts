/** Conditions of a release: packages released together, changesets that name them, one pnpm everywhere. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(root + path, 'utf8');
const json = (path: string) => JSON.parse(read(path));
const packages = globSync('packages/*/package.json', { cwd: root })
  .sort()
  .map((path) => json(path));
const names: string[] = packages.map(({ name }) => name);

test('the packages have one version, a licence and public access with provenance', () => {
  assert.equal(new Set(packages.map(({ version }) => version)).size, 1);
  for (const { name, license, engines, publishConfig } of packages) {
    assert.equal(license, 'Apache-2.0', name);
    assert.match(engines.node, /^(?:\^\d+\.\d+ \|\| )?>=\d+$/, name);
    const { access, provenance } = publishConfig;
    assert.deepEqual({ access, provenance }, { access: 'public', provenance: true }, name);
  }
});

test('changesets release exactly these packages, together', () => {
  const { fixed, privatePackages } = json('.changeset/config.json');
  assert.deepEqual(fixed.length, 1);
  assert.deepEqual(fixed[0].toSorted(), names);
  assert.equal(privatePackages.version, false);
});

test('each changeset names existing packages, and has a text', () => {
  for (const path of globSync('.changeset/*.md', { cwd: root })) {
    const [, head = '', text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read(path)) ?? [];
    const bumps = [...head.matchAll(/^'([^']+)': (major|minor|patch)$/gm)];
    assert.notEqual(bumps.length, 0, path);
    for (const [, name = ''] of bumps) assert.ok(names.includes(name), `${path}: ${name}`);
    assert.ok(text.trim().length > 20, path);
  }
});

test('the release action reads the output of this version of changesets, and pnpm signs the provenance', () => {
  const [, cli] = /'@changesets\/cli': (\d+)\./.exec(read('pnpm-workspace.yaml')) ?? [];
  const workflow = read('.github/workflows/release.yml');
  const [, action] = /changesets\/action@v(\d+)/.exec(workflow) ?? [];
  // Version 1 looks for lines that version 3 of the command does not print: no tag, no release, and no failure.
  assert.equal(Number(action), Number(cli) - 1);
  const [, inputs = ''] = /changesets\/action@\S+[\s\S]*? with:\n([\s\S]*?)\n {8}env:/.exec(workflow) ?? [];
  const names = [...inputs.matchAll(/^ {10}([\w-]+):/gm)].map(([, name]) => name);
  assert.deepEqual(names, ['version-script', 'publish-script']);
  // pnpm reads no NPM_CONFIG_PROVENANCE, and no publishConfig.provenance.
  assert.match(workflow, /^ +PNPM_CONFIG_PROVENANCE: "true"$/m);
});

test('every file names the same version of pnpm', () => {
  const { packageManager } = json('package.json');
  const files = ['README.md', 'CONTRIBUTING.md', '.ci/run', 'scripts/with-pnpm.mjs'].concat(
    globSync('.github/workflows/*.yml', { cwd: root }),
  );
  for (const file of files)
    for (const [found] of read(file).matchAll(/\bpnpm@[\d.]+\d/g)) assert.equal(found, packageManager, file);
});

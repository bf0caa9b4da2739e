/** Content of each tarball: all files that its `package.json` names, and none only for the repository. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PACKAGES, pack } from './pack.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Maximum unpacked bytes of a package; about a seventh more than on 1 December 2026, when sources, which nothing in a
 * package refers to, and source maps were removed. The changelog, which grows with each release, is not counted.
 */
const CEILINGS = {
  core: 880_000,
  emissions: 1_130_000,
  server: 400_000,
  elements: 940_000,
  console: 345_000,
  gateway: 3_300_000,
};

/** Files only for the repository: tests, measurements, build state. */
const OURS = /\.(test|bench|fuzz|fixture)\.|\/(bench|fuzz|torture|gallery|fixtures|test)\/|tsbuildinfo|\/\./;

/**
 * Packages that the gateway both bundles and depends on: our releases then release them too, and an operator's SDK gets
 * a compatible version of OpenTelemetry's API.
 */
const COPIED_AND_INSTALLED = new Set([
  '@flight-offset/console',
  '@flight-offset/core',
  '@flight-offset/emissions',
  '@opentelemetry/api',
]);

/** Packages that a module imports, each in a statement at the start of a line, as compilers write them. */
const IMPORTED = /^(?:import\s|(?:import|export)\b[^;'"]*\bfrom\s)\s*['"]([^.'"/][^'"]*)['"];/gm;

let unpacked: string;
const files = new Map<string, string[]>();
const pathOf = (name: string, file: string): string => join(unpacked, name, file);

before(async () => {
  unpacked = await mkdtemp(join(tmpdir(), 'flight-offset-tarballs-'));
  const tarballs = await pack(join(unpacked, 'tarballs'));
  for (const name of PACKAGES) {
    await mkdir(join(unpacked, name));
    const tarball = tarballs[`@flight-offset/${name}`] ?? '';
    await run('tar', ['-xzf', tarball, '-C', join(unpacked, name), '--strip-components=1']);
    const found = await readdir(join(unpacked, name), { recursive: true, withFileTypes: true });
    const prefix = join(unpacked, name).length;
    const paths = found.flatMap((one) => (one.isFile() ? [join(one.parentPath, one.name)] : []));
    files.set(
      name,
      paths.map((path) => `.${path.slice(prefix)}`),
    );
  }
});
after(() => rm(unpacked, { recursive: true, force: true }));

/** Returns every path in a part of `package.json`, however deep its conditions are nested. */
function targets(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return part === null || typeof part !== 'object' ? [] : Object.values(part).flatMap(targets);
}

/** Returns the relative modules that a file names: imports, exports and types. */
function relatives(code: string): string[] {
  const named = code.matchAll(/(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g);
  return [...named].map(([, path = '']) => path);
}

it('every package of the repository is packed', async () => {
  assert.deepEqual([...PACKAGES].toSorted(), (await readdir(join(repository, 'packages'))).toSorted());
});

for (const name of PACKAGES) {
  describe(name, () => {
    const read = (file: string): Promise<string> => readFile(pathOf(name, file), 'utf8');
    const mine = (): string[] => files.get(name) ?? [];

    it('has its licence, notice and README, and no test or build file', async () => {
      assert.ok(
        (await read('NOTICE')).startsWith(`@flight-offset/${name}\n`),
        'the notice of another package',
      );
      for (const file of ['./LICENSE', './NOTICE', './README.md', './package.json'])
        assert.ok(mine().includes(file), `${file} is missing`);
      assert.deepEqual(
        mine().filter((file) => OURS.test(file)),
        [],
      );
    });

    it(`is smaller than ${CEILINGS[name] / 1000} kB unpacked`, async () => {
      const counted = mine().filter((file) => file !== './CHANGELOG.md');
      const sizes = await Promise.all(counted.map(async (file) => (await stat(pathOf(name, file))).size));
      const size = sizes.reduce((sum, one) => sum + one, 0);
      assert.ok(size <= CEILINGS[name], `${size} bytes`);
    });

    it('has every file that its package.json names, and every module that its manifest of elements names', async () => {
      const { exports, bin, customElements } = JSON.parse(await read('package.json'));
      const { modules = [] } = customElements ? JSON.parse(await read(customElements)) : {};
      const paths = modules.map(({ path }: { path: string }) => path);
      const named = targets([exports, bin, customElements, paths]).map((path) =>
        path.replace(/^(?!\.\/)/, './'),
      );
      assert.ok(named.length >= 3);
      for (const path of named) {
        const [start = '', end = ''] = path.split('*');
        const isThere = path.includes('*')
          ? mine().some((file) => file.startsWith(start) && file.endsWith(end))
          : mine().includes(path);
        assert.ok(isThere, `${path} is missing`);
      }
    });

    it('has every file that its modules import, in JavaScript and types', async () => {
      for (const file of mine().filter((one) => /\.(js|ts)$/.test(one)))
        for (const path of relatives(await read(file))) {
          const wanted = join(dirname(pathOf(name, file)), path);
          const typed = wanted.replace(/\.[jt]s$/, '.d.ts');
          assert.ok(existsSync(wanted) || existsSync(typed), `${file} imports ${path}`);
        }
    });

    it('refers to source maps that it has, and has none without their sources', async () => {
      for (const file of mine().filter((one) => /\.js$/.test(one))) {
        const [, map] = /^\/\/# sourceMappingURL=(\S+)$/m.exec(await read(file)) ?? [];
        if (map === undefined) continue;
        const path = join(dirname(pathOf(name, file)), map);
        assert.ok(existsSync(path), `${file} refers to ${map}`);
        const { sources, sourcesContent } = JSON.parse(await readFile(path, 'utf8'));
        assert.equal(sourcesContent?.length, sources.length, `the sources of ${map} are missing`);
      }
    });

    it('imports no package that it does not depend on', async () => {
      const { dependencies = {}, peerDependencies = {} } = JSON.parse(await read('package.json'));
      const known = new Set([
        `@flight-offset/${name}`,
        ...Object.keys({ ...dependencies, ...peerDependencies }),
      ]);
      for (const file of mine().filter((one) => /^\.\/dist\/.*\.js$/.test(one)))
        for (const [, wanted = ''] of (await read(file)).matchAll(IMPORTED)) {
          const from = /^(?:@[^/]+\/)?[^/]+/.exec(wanted)?.[0] ?? '';
          assert.ok(known.has(from) || isBuiltin(wanted), `${file} imports ${wanted}`);
        }
    });

    it('depends on no package that its files do not import', async () => {
      const { dependencies = {} } = JSON.parse(await read('package.json'));
      const code = await Promise.all(
        mine()
          .filter((one) => /\.[jt]s$/.test(one))
          .map(read),
      );
      const isNamed = (other: string): boolean =>
        code.some((text) => new RegExp(`['"]${other}['"/]`).test(text));
      const unnamed = Object.keys(dependencies).filter((other) => !isNamed(other));
      assert.deepEqual(
        unnamed.filter((other) => !COPIED_AND_INSTALLED.has(other)),
        [],
      );
    });

    it('holds no workspace protocol and no path of this machine', async () => {
      assert.doesNotMatch(await read('package.json'), /"(workspace|catalog):/);
      for (const file of mine().filter((one) => !/\.(png|ttf|woff2)$/.test(one)))
        assert.ok(!(await read(file)).includes(repository), `${file} holds a path of this machine`);
    });
  });
}

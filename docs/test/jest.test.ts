/** The Jest pattern on the page on troubleshooting. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const DOCS = fileURLToPath(new URL('..', import.meta.url));

test('the pattern for Jest transforms every dependency that has ES modules only', async () => {
  const page = await readFile(join(DOCS, 'guide/troubleshooting.md'), 'utf8');
  const [, pattern = ''] = /transformIgnorePatterns: \['([^']+)'\]/.exec(page) ?? assert.fail();
  const ignored = new RegExp(pattern.replaceAll('\\\\', '\\'));
  const seen = new Set<string>();
  async function look(folder: string): Promise<void> {
    if (seen.has(folder)) return;
    seen.add(folder);
    const { name, type, exports, dependencies } = JSON.parse(
      await readFile(join(folder, 'package.json'), 'utf8'),
    );
    if (type === 'module' && !/"require"|\.cjs"/.test(JSON.stringify(exports)))
      assert.doesNotMatch(`/node_modules/${name}/index.js`, ignored);
    for (const other of Object.keys(dependencies ?? {})) {
      const places = createRequire(join(folder, 'package.json')).resolve.paths(other) ?? [];
      const place = places.find((path) => existsSync(join(path, other))) ?? assert.fail(other);
      await look(await realpath(join(place, other)));
    }
  }
  for (const name of ['core', 'server', 'elements']) await look(join(DOCS, '../packages', name));
  assert.ok(seen.size > 8);
});

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { readJson } from './read-json.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-json-'));
});
after(() => rm(folder, { recursive: true }));

it('JSON that begins with a byte order mark, as editors of Windows write it, is read', async () => {
  const file = join(folder, 'marked.json');
  await writeFile(file, '\ufeff{"en": "Wind"}');
  assert.deepEqual(await readJson(file), { en: 'Wind' });
});

it('a file that is no JSON is named', async () => {
  const file = join(folder, 'none.json');
  await writeFile(file, '{"en": ');
  await assert.rejects(readJson(file), { name: 'CommandError', message: `${file} is not valid JSON.` });
});

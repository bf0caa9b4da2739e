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

it('reads JSON that begins with a byte order mark', async () => {
  const file = join(folder, 'marked.json');
  await writeFile(file, '\ufeff{"en": "Wind"}');
  assert.deepEqual(await readJson(file), { en: 'Wind' });
});

for (const [name, bytes] of [
  ['is no JSON', Buffer.from('{"en": ')],
  ['has letters of another encoding', Buffer.from('{"en": "Aufforstung für alle"}', 'latin1')],
  ['is in UTF-16', Buffer.from('\ufeff{"en": "Wind"}', 'utf16le')],
] as const)
  it(`names a file that ${name}`, async () => {
    const file = join(folder, 'none.json');
    await writeFile(file, bytes);
    const message = `${file} is not valid JSON in UTF-8.`;
    await assert.rejects(readJson(file), { name: 'CommandError', message });
  });

it('names the field of a value that no database can store', async () => {
  const file = join(folder, 'unstorable.json');
  await writeFile(file, '{"projects": [{"name": "Wind"}, {"name": "Wind\\u0000"}]}');
  const message = 'projects[1].name: must not hold the character U+0000';
  await assert.rejects(readJson(file), { name: 'ValidationError', message });
});

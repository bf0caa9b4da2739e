import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type BuildResult, build } from 'esbuild';

const resolveDir = fileURLToPath(new URL('.', import.meta.url));

function bundle(contents: string, conditions: string[]): Promise<BuildResult<{ write: false }>> {
  const stdin = { contents, resolveDir, loader: 'ts' } as const;
  return build({
    stdin,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions,
    logLevel: 'silent',
  });
}

describe('a bundle for a page', () => {
  const client = `import { OffsetClient } from '@flight-offset/core/server'; console.log(OffsetClient);`;

  it('cannot hold the signing client', async () => {
    await assert.rejects(bundle(client, []), /OffsetClient/);
  });

  it('for a worker can hold the signing client', async () => {
    assert.ok((await bundle(client, ['workerd', 'source'])).outputFiles.length === 1);
  });

  it('holds no code for types of core', async () => {
    const types = `import type { Quote, Flight } from '@flight-offset/core'; export const f = (q: Quote, x: Flight) => [q, x];`;
    const [file] = (await bundle(types, ['source'])).outputFiles;
    assert.ok((file?.contents.length ?? 999) < 200, file?.text);
  });
});

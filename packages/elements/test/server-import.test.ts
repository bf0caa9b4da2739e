import assert from 'node:assert/strict';
import test from 'node:test';
import { ELEMENTS } from '../scripts/bundler.ts';

test('every entry can be imported where there is no page', async () => {
  assert.equal(typeof document, 'undefined');
  const elements = await import('../src/index.ts');
  assert.equal(typeof elements.FlightOffsetWidget, 'function');
  await import('../src/testing/index.ts');
  for (const name of ELEMENTS) await import(`../src/define/${name}.ts`);
});

test('the classes alone register nothing', async () => {
  const { spawnSync } = await import('node:child_process');
  const code = `
    const { FlightOffsetWidget } = await import('./src/index.ts');
    process.stdout.write(String(customElements.get('flight-offset-widget') === undefined && !!FlightOffsetWidget));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=source', '--input-type=module', '-e', code],
    {
      cwd: new URL('..', import.meta.url),
      encoding: 'utf8',
    },
  );
  assert.equal(stdout, 'true', stderr);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { ELEMENTS } from '../scripts/bundler.ts';

test('every entry can be imported without a DOM', async () => {
  assert.equal(typeof document, 'undefined');
  const elements = await import('../src/index.ts');
  assert.equal(typeof elements.FlightOffsetWidget, 'function');
  await import('../src/testing/index.ts');
  for (const name of ELEMENTS) await import(`../src/define/${name}.ts`);
});

test('importing the classes registers no element', async () => {
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

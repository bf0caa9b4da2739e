/** The generated modules are what the build makes of the source tables, byte for byte. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { buildModules } from '../scripts/build/modules.ts';
import { dataFolder, hasSources } from '../scripts/build/sources.ts';

const skip = hasSources() ? false : 'the source tables are not here (FLIGHT_OFFSET_DATA)';

test('the build repeats src/data byte for byte', { skip }, () => {
  for (const [name, text] of Object.entries(buildModules())) {
    assert.equal(readFileSync(new URL(`${name}.ts`, dataFolder), 'utf8') === text, true, `${name} is stale`);
  }
});

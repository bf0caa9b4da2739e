import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { ROOT } from '../scripts/bundler.ts';

// Chrome 131, the oldest supported version, crashes the page if a channel stands alone in these functions.
test('no colour channel is alone in min(), max() or clamp()', () => {
  const paths = globSync('src/styles/*.styles.ts', { cwd: ROOT });
  assert.ok(paths.length > 0);
  for (const path of paths)
    assert.doesNotMatch(
      readFileSync(ROOT + path, 'utf8'),
      /\b(?:min|max|clamp)\((?:[^;]*,)?\s*[lch]\s*[,)]/,
      path,
    );
});

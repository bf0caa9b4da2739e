/**
 * What assistive technology receives in every state, as text: `test/accessibility/<state>.txt`. To update it, run
 * `UPDATE=1 node --conditions=source --test test/accessibility-tree.test.ts`, and read the changes before committing.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { SHOTS } from '../gallery/states.ts';
import { accessibilityTrees } from '../scripts/accessibility-tree.ts';
import { ROOT } from '../scripts/bundler.ts';
import { gallery } from '../scripts/gallery.ts';

const folder = `${ROOT}test/accessibility`;

// Orca, reading a page line by line, skips text that is directly in a status, as inline elements are.
test('puts everything a status states into blocks of its own', async () => {
  await gallery(['light'], async (page) => {
    const contents = await page
      .locator('figure [role=status]')
      .evaluateAll((regions) =>
        regions.flatMap(({ childNodes }) =>
          [...childNodes]
            .filter(
              ({ nodeType, textContent }) => nodeType !== Node.COMMENT_NODE && textContent?.trim() !== '',
            )
            .map(({ nodeName }) => nodeName),
        ),
      );
    assert.deepEqual([...new Set(contents)].sort(), ['BUTTON', 'DIV', 'P', 'SLOT']);
  });
});

test('the accessibility tree of every state is the reviewed one', async () => {
  const names = SHOTS.map(({ name }) => name);
  let trees: string[] = [];
  await gallery(['light'], async (page) => {
    trees = await accessibilityTrees(
      page,
      names.map((name) => `#${name} > :last-child`),
    );
  });
  if (process.env.UPDATE) {
    mkdirSync(folder, { recursive: true });
    for (const [index, name] of names.entries()) writeFileSync(`${folder}/${name}.txt`, trees[index]!);
  }
  for (const [index, name] of names.entries())
    assert.equal(trees[index], readFileSync(`${folder}/${name}.txt`, 'utf8'), name);
  assert.deepEqual(readdirSync(folder).sort(), names.map((name) => `${name}.txt`).sort());
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Import, listSources, readImports, roomOf } from './imports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = 'docs/decisions/rooms.md';

/**
 * Returns the rooms of each package, and of rooms that are drawn like one, as the page draws them, the topmost first.
 */
function readDrawing(): Map<string, string[]> {
  const drawing = new Map<string, string[]>();
  for (const section of readFileSync(join(ROOT, PAGE), 'utf8').split(/^## /m).slice(1)) {
    const name = /^`([\w/]+)`/.exec(section)?.[1];
    if (name)
      drawing.set(
        name,
        [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, room = '']) => room),
      );
  }
  return drawing;
}

/** Returns the first cycle among rooms, as the imports that make it; undefined if every arrow goes down. */
function findCircle(imports: readonly Import[]): Import[] | undefined {
  const arrows = new Map<string, Import[]>();
  for (const one of imports) {
    const room = roomOf(one.from);
    if (room !== roomOf(one.to)) arrows.set(room, [...(arrows.get(room) ?? []), one]);
  }
  const done = new Set<string>();
  const walk = (room: string, path: readonly Import[]): Import[] | undefined => {
    const since = path.findIndex(({ from }) => roomOf(from) === room);
    if (since >= 0) return path.slice(since);
    if (done.has(room)) return undefined;
    for (const one of arrows.get(room) ?? []) {
      const circle = walk(roomOf(one.to), [...path, one]);
      if (circle) return circle;
    }
    done.add(room);
    return undefined;
  };
  for (const room of arrows.keys()) {
    const circle = walk(room, []);
    if (circle) return circle;
  }
  return undefined;
}

it('finds a cycle of rooms, also through others', () => {
  const line = (from: string, to: string): Import => ({ from, to });
  const chain = [line('a/one.ts', 'b/two.ts'), line('b/two.ts', 'c.ts')];
  assert.equal(findCircle(chain), undefined);
  assert.equal(findCircle([...chain, line('b/two.ts', 'b/three.ts')]), undefined);
  const back = line('c.ts', 'a/four.ts');
  assert.deepEqual(findCircle([...chain, back]), [...chain, back]);
});

for (const [name, drawn] of readDrawing()) {
  const [packageName = '', ...within] = name.split('/');
  const source = join(ROOT, 'packages', packageName, 'src', ...within);
  const imports = readImports(source).filter(({ to }) => !to.startsWith('..'));

  describe(`rooms of ${name}`, () => {
    it('import each other without a cycle', () => {
      assert.ok(imports.length > 0);
      assert.deepEqual(findCircle(imports), undefined);
    });

    if (drawn.length === 0) return;
    const rooms = new Set(listSources(source).map(roomOf));

    it(`are those listed on ${PAGE}`, () => {
      assert.deepEqual([...rooms].sort(), drawn.toSorted());
    });

    it(`import downwards only, in the order of ${PAGE}`, () => {
      const up = imports.filter(({ from, to }) => drawn.indexOf(roomOf(from)) > drawn.indexOf(roomOf(to)));
      assert.deepEqual(up, []);
    });
  });
}

it(`${PAGE} has every package`, () => {
  const packages = [...readDrawing().keys()].filter((name) => !name.includes('/'));
  assert.deepEqual(packages.sort(), ['console', 'core', 'elements', 'emissions', 'gateway', 'server']);
});

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { cacheUntilChanged } from './cache-until-changed.ts';
import type { Database } from './engine.ts';

/** A database that does not report changes, and readings of it that end when a test wants. */
function reading() {
  const db = {} as Database;
  const open: { name: string; end: (result: string | Error) => void }[] = [];
  const want = (name: string): Promise<string | undefined> =>
    cacheUntilChanged(
      db,
      name,
      () =>
        new Promise<string>((resolve, reject) => {
          open.push({
            name,
            end: (result) => (typeof result === 'string' ? resolve(result) : reject(result)),
          });
        }),
    );
  async function begun(): Promise<string[]> {
    for (let turn = 0; turn < 3; turn += 1) await setImmediate();
    return open.map(({ name }) => name);
  }
  return { want, begun, end: (result: string | Error) => open.shift()?.end(result) };
}

describe('a value that is read repeatedly', () => {
  // A machine that is busy for longer than a reading waits changes nothing here.
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('is read once for all callers who come before the reading begins', async () => {
    const { want, begun, end } = reading();
    const wanted = [want('a'), want('a'), want('a')];
    assert.deepEqual(await begun(), ['a']);
    end('first');
    assert.deepEqual(await Promise.all(wanted), ['first', 'first', 'first']);
  });

  it('is read once more for all callers who come during a reading, so that none gets a stale value', async () => {
    const { want, begun, end } = reading();
    const before = want('a');
    await begun();
    const during = [want('a'), want('a')];
    assert.deepEqual(await begun(), ['a'], 'one reading at a time');
    end('first');
    assert.equal(await before, 'first');
    assert.deepEqual(await begun(), ['a']);
    const later = want('a');
    end('second');
    assert.deepEqual(await Promise.all(during), ['second', 'second']);
    await begun();
    end('third');
    assert.equal(await later, 'third');
    // Without a reading under way, the next one begins at once.
    const again = want('a');
    assert.deepEqual(await begun(), ['a']);
    end('fourth');
    assert.equal(await again, 'fourth');
  });

  it('fails only for callers of the reading that failed', async () => {
    const { want, begun, end } = reading();
    const before = want('a');
    await begun();
    const during = want('a');
    end(new Error('the database is gone'));
    await assert.rejects(before, /gone/);
    await begun();
    end('there again');
    assert.equal(await during, 'there again');
  });

  it('is read again after 50 ms even if the previous reading never ends', async () => {
    const { want, begun, end } = reading();
    void want('a');
    await begun();
    const during = want('a');
    mock.timers.tick(49);
    assert.deepEqual(await begun(), ['a']);
    mock.timers.tick(1);
    assert.deepEqual(await begun(), ['a', 'a']);
    end('never waited for');
    end('read meanwhile');
    assert.equal(await during, 'read meanwhile');
  });

  it('does not wait for the reading of another name', async () => {
    const { want, begun, end } = reading();
    const wanted = [want('a'), want('b')];
    assert.deepEqual(await begun(), ['a', 'b']);
    end('a');
    end('b');
    assert.deepEqual(await Promise.all(wanted), ['a', 'b']);
  });
});

it('if the engine reports writes, a value is kept until the next write, for at most 10,000 names', async () => {
  let version = 1;
  let count = 0;
  const db = { version: () => version } as unknown as Database;
  const read = (name: string) => cacheUntilChanged(db, name, async () => `${name} ${++count}`);
  assert.deepEqual([await read('a'), await read('a')], ['a 1', 'a 1']);
  version = 2;
  assert.deepEqual([await read('a'), await read('a')], ['a 2', 'a 2']);
  for (let index = 0; index < 10_000; index += 1) await read(`n${index}`);
  assert.equal(await read('a'), 'a 2');
  assert.notEqual(await read('one too many'), await read('one too many'));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLanes, laneOf } from './lanes.ts';

const A = laneOf('air', 'https://air.example/hooks?order=1');
const B = laneOf('air', 'https://other.example/');
const C = laneOf('rail', 'https://air.example/hooks');

/** Makes a lane respond, or not, the given number of times. */
function settle(lanes: ReturnType<typeof createLanes>, lane: string, responded: boolean, times = 1): void {
  for (let i = 0; i < times; i += 1) {
    lanes.begin(lane);
    lanes.end(lane, responded);
  }
}

describe('lanes', () => {
  it('are one for each merchant and origin, whatever the path', () => {
    assert.match(A, /^air \S+$/);
    assert.equal(laneOf('air', 'https://air.example:443/else'), A);
    assert.equal(new Set([A, B, C]).size, 3);
  });

  it('are at most 1,000 for a merchant, which may name a new origin in each order', () => {
    const lanes = Array.from({ length: 5000 }, (_, index) => laneOf('air', `https://${index}.air.example/`));
    assert.ok(new Set(lanes).size <= 1000);
  });

  it('widen with each response, up to a limit, and narrow to one slot without one', () => {
    const lanes = createLanes();
    const room = (): number => lanes.share([A]).get(A) ?? 0;
    assert.equal(room(), 2);
    settle(lanes, A, true);
    assert.equal(room(), 3);
    settle(lanes, A, true, 100);
    assert.equal(room(), 16);
    settle(lanes, A, false);
    assert.equal(room(), 1);
  });

  it('get nothing while they are full, and leave the slots of others alone', () => {
    const lanes = createLanes();
    lanes.begin(A);
    lanes.begin(A);
    assert.deepEqual(
      [...lanes.share([A, B, C])].toSorted(),
      [
        [B, 2],
        [C, 2],
      ].toSorted(),
    );
  });

  it('of one merchant share its 32 slots, however many origins it names', () => {
    const lanes = createLanes();
    const many = Array.from({ length: 100 }, (_, i) => laneOf('air', `https://host-${i}.example/`));
    const granted = [...lanes.share([...many, C]).entries()];
    const own = granted.filter(([lane]) => lane !== C).reduce((sum, [, count]) => sum + count, 0);
    assert.equal(own, 32);
    assert.equal(granted.find(([lane]) => lane === C)?.[1], 2);
  });

  it('take turns if slots are few', () => {
    const lanes = createLanes({ total: 100, perMerchant: 1, perLane: 1 });
    const names = ['https://a.example/', 'https://b.example/', 'https://c.example/'];
    const own = names.map((url) => laneOf('air', url)).sort();
    const served = Array.from({ length: 6 }, () => {
      const [[lane = ''] = []] = lanes.share(own);
      settle(lanes, lane, true);
      return lane;
    });
    assert.deepEqual(served, [...own, ...own]);
    const some = createLanes();
    settle(some, own[1]!, true);
    some.share([own[1]!]);
    assert.deepEqual([...some.share(own).keys()], [own[2], own[0], own[1]]);
  });

  it('give the first webhook of a merchant a slot, though others hold all of them', () => {
    const lanes = createLanes({ total: 2, perMerchant: 3, perLane: 3 });
    lanes.begin(A);
    lanes.begin(A);
    assert.deepEqual([...lanes.share([A, B, C])], [[C, 1]]);
  });

  it('of nine merchants share 256 slots, and one more for the last merchant', () => {
    const many = Array.from({ length: 9 * 32 }, (_, i) => laneOf(`m-${i % 9}`, `https://h-${i}.example/`));
    const lanes = createLanes();
    // Attempts that have ended hold no slot.
    settle(lanes, many[0] ?? '', true, 300);
    const granted = [...lanes.share(many).values()];
    assert.equal(
      granted.reduce((sum, count) => sum + count),
      256 + 1,
    );
  });
});

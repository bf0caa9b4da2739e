import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bars, curve } from './plot.ts';

const format = (value: number): string => `${value} kg`;
const points = [
  { label: 'Mon', value: 4, part: 3 },
  { label: 'Tue', value: 0, part: 0 },
  { label: 'Wed', value: 8, part: 8 },
];

/** Heights of the bars of a kind, in units of the drawing. */
function heights(svg: string, kind: string): number[] {
  return [...svg.matchAll(new RegExp(`<rect class="${kind}"[^>]*height="([\\d.]+)"`, 'g'))].map(([, h]) =>
    Number(h),
  );
}

it('bars are as high as their values, with the part before the rest', async () => {
  const svg = String(await bars({ points, format }));
  assert.deepEqual(heights(svg, 'bar'), [52.5, 140]);
  assert.deepEqual(heights(svg, 'rest'), [70]);
  for (const text of ['0 kg', '8 kg', 'Mon', 'Wed']) assert.ok(svg.includes(text), text);
});

it('a curve goes through its values, from the first to the last', async () => {
  const svg = String(await curve({ points, format }));
  const [, stroke = ''] = /class="stroke" d="M([^"]+)"/.exec(svg) ?? [];
  const ys = stroke.split(/[MLC]/).map((part) => Number(part.split(',').at(-1)));
  assert.equal(ys.at(0), 70);
  assert.equal(ys.at(-1), 0);
});

it('the axis has whole numbers only, and 0 alone without values', async () => {
  const valuesOf = async (value: number): Promise<string[]> => {
    const svg = String(await bars({ points: [{ label: 'Mon', value }], format: String }));
    const [, list = ''] = /<ol class="values">(.*?)<\/ol>/s.exec(svg) ?? [];
    return [...list.matchAll(/<li>([^<]+)/g)].map(([, text = '']) => text);
  };
  assert.deepEqual(await valuesOf(0), ['0']);
  assert.deepEqual(await valuesOf(1), ['1', '0']);
  assert.deepEqual(await valuesOf(3), ['3', '2', '1', '0']);
});

it('plots without values hold no NaN or Infinity', async () => {
  for (const svg of [
    await bars({ points: [], format }),
    await curve({ points: [{ label: 'x', value: 0 }], format }),
  ])
    assert.doesNotMatch(String(svg), /NaN|Infinity/);
});

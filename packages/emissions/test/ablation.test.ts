/** The lists of choices and constants name text that the sources contain, so that they cannot become stale. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CHOICES } from '../scripts/accuracy/choices.ts';
import { JUDGED_CONSTANTS } from '../scripts/accuracy/judged-constants.ts';
import { applyEdit, type Edit, withVariant } from '../scripts/accuracy/variant.ts';
import { hasSources } from '../scripts/build/sources.ts';
import { economyGramsPerPax } from '../src/index.ts';

function apply(edit: Edit): string {
  return applyEdit(readFileSync(new URL(`../${edit.file}`, import.meta.url), 'utf8'), edit);
}

for (const { name, edits } of CHOICES) {
  test(`can be taken away: ${name}`, () => {
    for (const edit of edits) assert.ok(apply(edit).includes(edit.to));
  });
}

for (const { name, times } of JUDGED_CONSTANTS) {
  test(`can be scaled: ${name}`, () => {
    assert.notEqual(apply(times(0.5)), apply(times(1.5)));
  });
}

test('refuses an edit whose text does not occur exactly once', () => {
  assert.throws(() => applyEdit('a b a', { file: 'x.ts', from: 'a', to: 'c' }), /2 times/);
  assert.throws(() => applyEdit('a b a', { file: 'x.ts', from: 'd', to: 'c' }), /0 times/);
});

test('a variant uses its own constants, and the engine is unchanged', async () => {
  const flight = {
    origin: 'DUB',
    destination: 'STN',
    operatingCarrierCode: 'FR',
    flightNumber: 1,
    departureDate: { year: 2026, month: 6, day: 1 },
  };
  const before = economyGramsPerPax(flight);
  const without = CHOICES.find(({ name }) => name.startsWith('load factors'))!;
  const other = await withVariant(without, (engine) => engine.economyGramsPerPax(flight));
  assert.ok(Math.abs(other / before - 0.94 / 0.845) < 1e-9);
  assert.equal(economyGramsPerPax(flight), before);
});

test("a variant with rebuilt data returns the engine's figures", { skip: !hasSources() }, async () => {
  const flight = {
    origin: 'ZRH',
    destination: 'SFO',
    operatingCarrierCode: 'LX',
    flightNumber: 38,
    departureDate: { year: 2026, month: 6, day: 1 },
  };
  const rebuilt = await withVariant({ rebuild: true }, (engine) => engine.economyGramsPerPax(flight));
  assert.equal(rebuilt, economyGramsPerPax(flight));
});

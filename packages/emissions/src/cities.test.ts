import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '@flight-offset/core';
import { airportsOfCity } from './airports/place-codes.ts';
import { cityNames } from './cities.ts';

test('a city is named in the language of the page', () => {
  const names = LANGUAGES.map((language) => [language, cityNames(['GVA'], language).GVA]);
  assert.deepEqual(Object.fromEntries(names), {
    en: 'Geneva',
    ar: 'جنيف',
    de: 'Genf',
    es: 'Ginebra',
    fr: 'Genève',
    hi: 'जिनेवा',
    ja: 'ジュネーヴ',
  });
});

test('ignores region and script of a tag; without a valid tag the name is English', () => {
  for (const [locale, name] of [
    ['de-CH', 'Zürich'],
    ['hi-Deva-IN', 'ज़्यूरिख'],
    [undefined, 'Zurich'],
    ['', 'Zurich'],
    ['not a tag', 'Zurich'],
  ] as const)
    assert.deepEqual(cityNames(['zrh'], locale), { ZRH: name }, String(locale));
});

test('takes the English name if a language spells a city as in English', () => {
  assert.deepEqual(cityNames(['SFO'], 'de'), { SFO: 'San Francisco' });
});

test('names nothing in an unsupported language, and no unknown airport', () => {
  assert.deepEqual(cityNames(['ZRH'], 'it-CH'), {});
  assert.deepEqual(cityNames(['QQQ', '', 'ZURICH'], 'en'), {});
});

test('names the airports of one metropolitan code after their city', () => {
  const codes = [
    'LON',
    'NYC',
    'PAR',
    'TYO',
    'OSA',
    'SEL',
    'BJS',
    'CHI',
    'MIL',
    'ROM',
    'MOW',
    'RIO',
    'SAO',
    'TCI',
  ];
  for (const code of codes) {
    const names = Object.values(cityNames(airportsOfCity(code)!, 'en'));
    assert.ok(names.length > 1, code);
    assert.equal(new Set(names).size, 1, `${code}: ${names}`);
  }
});

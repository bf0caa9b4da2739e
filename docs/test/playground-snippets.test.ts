/** The playground's code describes the widget beside it, and compiles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flightSchema } from '@flight-offset/core';
import { transformWithOxc } from 'vite';
import { compileTemplate, parse } from 'vue/compiler-sfc';
import { parseFlights } from '../../packages/elements/src/flights/parse-flights.ts';
import { fieldsOf, flightDay, returnFlight, toFlight } from '../.vitepress/theme/sandbox/flights.ts';
import { snippets, type WidgetSettings } from '../.vitepress/theme/sandbox/snippets.ts';

const plain: WidgetSettings = {
  flights: fieldsOf('LX 318 ZRH LHR 2026-12-14, lx 319 lhr zrh 2026-12-18'),
  cabin: 'economy',
  passengers: 1,
  locale: '',
  tokens: {},
};
const full: WidgetSettings = {
  flights: fieldsOf('LX 38 ZRH SFO 2026-12-14 77W'),
  cabin: 'business',
  passengers: 3,
  locale: 'de',
  tokens: { '--offset-accent': '#7a2e8e', '--offset-font': 'Georgia, serif' },
};

/** Returns the flights that a script sets, as a script would be read. */
function flightsIn(code: string): unknown {
  const text = /flights = (\[[\s\S]*?\n *\]);/.exec(code)?.[1] ?? assert.fail(code);
  return new Function(`return ${text}`)();
}

for (const [title, settings] of Object.entries({ plain, full })) {
  const wanted = settings.flights.map(toFlight);

  test(`${title}: the flights match the form, and are valid for the backend`, () => {
    for (const flight of wanted) assert.equal(flightSchema.safeParse(flight).error, undefined);
    const { HTML, React, Vue } = snippets(settings);
    const attribute = / flights="([^"]+)"/.exec(HTML)?.[1];
    assert.deepEqual(attribute ? parseFlights(attribute) : flightsIn(HTML), wanted);
    assert.equal(attribute === undefined, title === 'full');
    assert.deepEqual(flightsIn(React), wanted);
    assert.deepEqual(flightsIn(Vue), wanted);
  });

  test(`${title}: React and Vue compile`, async () => {
    const { React, Vue } = snippets(settings);
    const { code } = await transformWithOxc(React, 'Contribution.jsx');
    assert.match(code, /FlightOffsetWidget/);
    const { descriptor, errors } = parse(Vue);
    assert.deepEqual(errors, []);
    await transformWithOxc(descriptor.scriptSetup?.content ?? '', 'script.js');
    const source = descriptor.template?.content ?? '';
    const template = compileTemplate({ source, filename: 'Contribution.vue', id: 'contribution' });
    assert.deepEqual(template.errors, []);
    // A text in place of flights would be set as the property and refused by the backend.
    assert.doesNotMatch(React + Vue, /[^:]flights="[^f]/);
  });
}

test('a flight number has digits only, and the flight back has the next one', () => {
  const [flight] = fieldsOf('LX 38 ZRH SFO 2026-12-14');
  assert.ok(flight);
  for (const number of ['1e3', '0x1f', '', '3.5', 'LX'])
    assert.ok(flightSchema.safeParse(toFlight({ ...flight, number })).error, number);
  assert.equal(toFlight({ ...flight, number: ' 0038 ' }).flightNumber, 38);
  assert.equal(returnFlight(flight).number, '39');
  assert.equal(returnFlight({ ...flight, number: 'LX' }).number, 'LX');
});

test('a snippet holds every attribute that is set, and no other', () => {
  const [bare, rich] = [snippets(plain), snippets(full)];
  for (const code of Object.values(bare)) assert.doesNotMatch(code, /cabin|passengers|locale|style/);
  assert.match(rich.HTML, /cabin="business"\n {2}locale="de"\n {2}passengers="3"/);
  assert.match(rich.HTML, /style="--offset-accent: #7a2e8e; --offset-font: Georgia, serif"/);
  assert.match(rich.React, /passengers=\{3\}\n {4}style=\{\{ '--offset-accent': '#7a2e8e'/);
  assert.match(rich.Vue, /:passengers="3"/);
});

test('flights of the sandbox are at least a week away, in the month of the pages’ figures', () => {
  const dayAt = (now: string): string => flightDay(Date.parse(now));
  assert.equal(dayAt('2026-12-07T00:00:00Z'), '2026-12-14');
  assert.equal(dayAt('2026-12-07T00:00:01Z'), '2027-12-14');
  assert.equal(dayAt('2027-01-01T00:00:00Z'), '2027-12-14');
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { ELEMENTS, ROOT } from '../scripts/bundler.ts';
import type { Described } from '../scripts/element-description.ts';
import { frameworkTypes } from '../scripts/framework-types.ts';
import { elementsOf, readManifest } from '../scripts/manifest.ts';
import { vscodeData } from '../scripts/vscode-data.ts';

const elements = elementsOf(readManifest());
const names = (list: readonly Described[]) => list.map(({ name }) => name).sort();
const one = (tag: string) => elements.find(({ tagName }) => tagName === tag)!;

/** The public API; a change here affects every page that uses the element. */
const PROMISED: Readonly<
  Record<string, Readonly<Record<'attributes' | 'properties' | 'events' | 'slots', string>>>
> = {
  'flight-emissions': {
    attributes: 'cabin endpoint flights locale passengers quote',
    properties: 'cabin endpoint figures flights locale messages passengers quote state travellers',
    events: 'offset-error offset-quote',
    slots: 'label',
  },
  'flight-offset-widget': {
    attributes: 'cabin checkout compact currency disabled endpoint flights locale passengers quote',
    properties:
      'cabin checkout compact currency disabled endpoint flights formAssociated locale messages offer option order passengers quote state travellers user value',
    events: 'change offset-change offset-error offset-order offset-quote offset-redirect offset-view',
    slots: ' label unavailable',
  },
  'offset-order-list': {
    attributes: 'email endpoint limit locale page selectable sort status tax-id',
    properties: 'email endpoint limit locale messages page selectable sort state status taxId',
    events: 'offset-error offset-order-select',
    slots: '',
  },
  'offset-status': {
    attributes: 'endpoint locale order-id',
    properties: 'endpoint locale messages orderId state',
    events: 'offset-error offset-status',
    slots: '',
  },
  'offset-transaction': {
    attributes: 'endpoint locale transaction-id',
    properties: 'endpoint locale messages state transactionId',
    events: 'offset-error',
    slots: '',
  },
};

test('every element is described', () => {
  assert.deepEqual(
    elements.map(({ tagName }) => tagName),
    [...ELEMENTS].sort(),
  );
  assert.deepEqual(Object.keys(PROMISED).sort(), [...ELEMENTS].sort());
  for (const { tagName, summary, attributes, events, cssParts, cssProperties, cssStates } of elements) {
    assert.ok(summary, tagName);
    for (const list of [attributes, events, cssParts, cssProperties, cssStates])
      for (const { name, description } of list) assert.ok(description, `${tagName}: ${name}`);
  }
});

test('the manifest refers to modules of the package, and to none of the sources', () => {
  const text = JSON.stringify(readManifest());
  assert.match(text, /"path":"dist\/define\/offset-status\.js"/);
  assert.doesNotMatch(text, /"(?:path|module)":"[^"]*(?:\.ts"|src\/)/);
});

for (const [tag, promised] of Object.entries(PROMISED))
  test(`${tag} has the attributes, properties, events and slots it promises`, () => {
    const { attributes, members, events, slots } = one(tag);
    assert.equal(names(attributes).join(' '), promised.attributes);
    assert.equal(names(members.filter(({ kind }) => kind === 'field')).join(' '), promised.properties);
    assert.equal(names(events).join(' '), promised.events);
    assert.equal(names(slots).join(' '), promised.slots);
  });

test('parts and tokens of the sources are the ones described', () => {
  const sources = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ts$/.test(path) && !/\.(test|fixture)\.ts$|^testing/.test(path))
    .map((path) => readFileSync(`${ROOT}src/${path}`, 'utf8'))
    .join('\n');
  const found = (pattern: RegExp) =>
    [...new Set([...sources.matchAll(pattern)].map(([, name]) => name))].sort();
  const described = (list: 'cssParts' | 'cssProperties') =>
    [...new Set(elements.flatMap((element) => names(element[list])))].sort();
  assert.deepEqual(found(/ part="([\w-]+)"/g), described('cssParts'));
  assert.deepEqual(found(/var\((--offset-[\w-]+)/g), described('cssProperties'));
});

test('editors and frameworks know every element, property and event', () => {
  const types = frameworkTypes(elements);
  assert.deepEqual(Object.keys(types).sort(), ['preact', 'react', 'solid', 'svelte', 'vue']);
  for (const [framework, code] of Object.entries(types))
    for (const { tagName } of elements) assert.match(code, new RegExp(`'${tagName}': `), framework);
  assert.match(
    types.react!,
    /'onoffset-change'\?: \(event: HTMLElementEventMap\['offset-change'\]\) => void/,
  );
  assert.match(types.vue!, /'onOffsetChange'\?/);
  assert.match(types.solid!, /'on:offset-change'\?/);
  const { 'vscode.html-custom-data': html } = vscodeData(elements) as {
    'vscode.html-custom-data': { tags: Described[] };
  };
  assert.deepEqual(names(html.tags), [...ELEMENTS].sort());
});

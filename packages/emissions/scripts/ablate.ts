/**
 * Prints the effect of each choice of the engine and of each of its judged constants, measured against the published
 * figures: the tables of docs/decisions/emissions-accuracy.md and emissions-judged-numbers.md.
 */
import { CHOICES } from './accuracy/choices.ts';
import { JUDGED_CONSTANTS } from './accuracy/judged-constants.ts';
import { readReferences } from './accuracy/reference.ts';
import { type AccuracySummary, countedOnce, summarise } from './accuracy/summary.ts';
import { type VariantOptions, withVariant } from './accuracy/variant.ts';

const references = readReferences();
const percent = (value: number): string => (100 * value).toFixed(1);

function row(name: string, { given, free, inside }: AccuracySummary): string {
  const cells = [given.median, given.within90, free.median, free.within90, inside].map(percent);
  return `| ${[name, ...cells].join(' | ')} |`;
}

const HEAD = 'given: median | given: 90 % | not given: median | not given: 90 % | inside |';

const measured = (options: VariantOptions): Promise<AccuracySummary> =>
  withVariant(options, ({ tryEstimateFlight }) => summarise(references, tryEstimateFlight));

console.log(`| one choice taken away | ${HEAD}\n| --- | --- | --- | --- | --- | --- |`);
console.log(row('as shipped', summarise(references)));
for (const { name, edits, rebuild = false } of CHOICES)
  console.log(row(name, await measured({ edits, rebuild })));

console.log(`\n| values | ${HEAD}\n| --- | --- | --- | --- | --- | --- |`);
const carrierOf = (one: (typeof references)[number]): string => one.flight.operatingCarrierCode;
const once = countedOnce(references);
const EAST = ['JFK', 'EWR', 'BOS'];
const WEST = ['LAX', 'SFO'];
const isTranscon = ({ flight }: (typeof references)[number]): boolean =>
  (EAST.includes(flight.origin) && WEST.includes(flight.destination)) ||
  (WEST.includes(flight.origin) && EAST.includes(flight.destination));
const notTranscon = once.filter((one) => carrierOf(one) !== 'AA' || !isTranscon(one));
const abroad = once.filter((one) => !['AA', 'DL', 'UA', 'WN'].includes(carrierOf(one)));
for (const [name, part] of [
  ['all', references],
  ['each flight and cabin once', once],
  ['of these, without American between New York or Boston and California', notTranscon],
  ['of these, without AA, DL, UA, WN', abroad],
] as const) {
  console.log(row(`${name} (${part.length})`, summarise(part)));
}

const range = (low: number, high: number): string =>
  percent(low) === percent(high) ? percent(low) : `${percent(low)} to ${percent(high)}`;

console.log(`\n| constant, halved and half as much again | ${HEAD}\n| --- | --- | --- | --- | --- | --- |`);
for (const { name, times, rebuild } of JUDGED_CONSTANTS) {
  const half = await measured({ edits: [times(0.5)], rebuild });
  const more = await measured({ edits: [times(1.5)], rebuild });
  const cells = (['given', 'free'] as const).flatMap((side) => [
    range(half[side].median, more[side].median),
    range(half[side].within90, more[side].within90),
  ]);
  console.log(`| ${[name, ...cells, range(half.inside, more.inside)].join(' | ')} |`);
}

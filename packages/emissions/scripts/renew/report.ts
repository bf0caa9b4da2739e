import type { AccuracySummary } from '../accuracy/summary.ts';
import type { EstimateChanges } from './estimate-changes.ts';
import type { TableChanges } from './table-changes.ts';

/** Results of a renewal. */
export interface Renewal {
  readonly tables: readonly TableChanges[];
  readonly estimates: EstimateChanges;
  /** Before and after; undefined without the published figures. */
  readonly accuracy: { readonly before: AccuracySummary; readonly after: AccuracySummary } | undefined;
}

/** Rows named for each table and kind. */
const NAMED = 8;

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
const signed = (value: number): string => `${value > 0 ? '+' : ''}${percent(value)}`;

function named(kind: string, rows: readonly string[]): string[] {
  if (rows.length === 0) return [];
  const more = rows.length > NAMED ? `, and ${rows.length - NAMED} more` : '';
  return [`  - ${kind}: ${rows.slice(0, NAMED).join(', ')}${more}`];
}

function tableLines({ name, added, removed, changed }: TableChanges): string[] {
  if (added.length + removed.length + changed.length === 0) return [];
  const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
  return [
    `- ${name}`,
    ...named('added', added),
    ...named('removed', removed),
    ...named(
      'changed',
      changed.map(({ row, before, after }) => `${row} (${short(before)} → ${short(after)})`),
    ),
  ];
}

function estimateLines(changes: EstimateChanges): string[] {
  const { flights, moved, median, within90, worst, largest, gainedOrLost } = changes;
  const lines = [
    `${flights} flights made from the tables: ${moved} moved; median ${percent(median)}, 90 % within ${percent(within90)}, worst ${percent(worst)}.`,
  ];
  if (largest.length > 0) lines.push('', '| flight | change | before | after |', '| --- | --- | --- | --- |');
  for (const { name, change, before, after } of largest) {
    lines.push(
      `| ${name} | ${signed(change)} | ${before.grams} g, ${before.why} | ${after.grams} g, ${after.why} |`,
    );
  }
  for (const { name, before, after } of gainedOrLost) {
    const text =
      after.grams === undefined
        ? `no longer estimated: ${after.why}`
        : `estimated now, before: ${before.why}`;
    lines.push(`- ${name}: ${text}`);
  }
  return lines;
}

function accuracyLines(accuracy: Renewal['accuracy']): string[] {
  if (!accuracy) return ['Not measured: tim-reference-flights.csv is not in the folder.'];
  const row = (name: string, { given, free, inside }: AccuracySummary): string =>
    `| ${[name, ...[given.median, given.within90, free.median, free.within90, inside].map(percent)].join(' | ')} |`;
  return [
    '| | given: median | given: 90 % | not given: median | not given: 90 % | inside |',
    '| --- | --- | --- | --- | --- | --- |',
    row('before', accuracy.before),
    row('after', accuracy.after),
  ];
}

/** Writes a report as Markdown. */
export function renewalReport({ tables, estimates, accuracy }: Renewal): string {
  const still = tables.every(
    ({ added, removed, changed }) => added.length + removed.length + changed.length === 0,
  );
  return [
    '# What the renewal moved',
    '',
    '| table | rows | added | removed | changed |',
    '| --- | --- | --- | --- | --- |',
    ...tables.map(
      ({ name, rows, added, removed, changed }) =>
        `| ${name} | ${rows} | ${added.length} | ${removed.length} | ${changed.length} |`,
    ),
    '',
    ...(still ? ['No row moved.'] : tables.flatMap(tableLines)),
    '',
    '## Estimates',
    '',
    ...estimateLines(estimates),
    '',
    '## Accuracy against published figures',
    '',
    ...accuracyLines(accuracy),
    '',
  ].join('\n');
}

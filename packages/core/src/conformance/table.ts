import type { Result } from './run.ts';

/** The results as a table for a terminal, group by group, with what was seen where a claim does not hold. */
export function resultTable(results: readonly Result[]): string {
  const lines: string[] = [];
  let group = '';
  for (const result of results) {
    if (result.group !== group) lines.push('', result.group);
    group = result.group;
    lines.push(
      `  ${result.holds ? 'holds' : 'FAILS'}  ${result.claim}${result.basis === 'decision' ? ' *' : ''}`,
    );
    if (result.seen !== undefined) lines.push(`         seen: ${result.seen}`);
  }
  const held = results.filter(({ holds }) => holds).length;
  lines.push(
    '',
    `${held} of ${results.length} hold. * rests on a decision of Flight Offset, not on the interface.`,
  );
  return lines.join('\n').trimStart();
}

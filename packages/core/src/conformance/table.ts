import type { CheckResult } from './run.ts';

/**
 * Formats results as a table for a terminal, by group; a failed check states what the service did instead.
 * @example
 * console.log(resultTable(await runConformance(target)));
 */
export function resultTable(results: readonly CheckResult[]): string {
  const lines: string[] = [];
  let group = '';
  for (const result of results) {
    if (result.group !== group) lines.push('', result.group);
    group = result.group;
    lines.push(
      `  ${result.passed ? 'passed' : 'FAILED'}  ${result.claim}${result.basis === 'decision' ? ' *' : ''}`,
    );
    if (result.actual !== undefined) lines.push(`          actual: ${result.actual}`);
  }
  const passed = results.filter((result) => result.passed).length;
  lines.push(
    '',
    `${passed} of ${results.length} passed. * rests on a decision of Flight Offset, not on the interface.`,
  );
  return lines.join('\n').trimStart();
}

/** Prints gaps in the tables, and contradictions between them; see docs/decisions/emissions-upkeep.md. */
import { buildModules } from './build/modules.ts';
import { findGaps } from './gaps/find-gaps.ts';
import { reviewOf } from './gaps/reviewed.ts';

for (const { kind, gaps } of findGaps(buildModules())) {
  process.stdout.write(
    `\n${kind}: ${gaps.length}\n${gaps.map((gap) => `  ${gap}${reviewOf(gap) ? ` (reviewed: ${reviewOf(gap)})` : ''}\n`).join('')}`,
  );
}

/** `@flight-offset/core/conformance`: checks whether a service conforms to the interface. */
export type { Basis, Check } from './check.ts';
export { CHECKS, type CheckResult, runConformance } from './run.ts';
export { resultTable } from './table.ts';
export type { Target } from './target.ts';

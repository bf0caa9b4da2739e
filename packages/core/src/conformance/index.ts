/** `@flight-offset/core/conformance`: checks whether a service keeps the interface. */
export type { Basis, Check } from './check.ts';
export { CHECKS, examine, type Result } from './run.ts';
export { resultTable } from './table.ts';
export type { Target } from './target.ts';

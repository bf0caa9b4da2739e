import { spawnSync } from 'node:child_process';

/** A program that the machine must have, with the argument that prints its version. */
export type NeededProgram = readonly [program: string, argument: string];

/** Returns why a test is skipped here, as `skip` of node:test takes it: the first of its programs that does not run. */
export function skipWithout(needs: readonly NeededProgram[]): string | false {
  const missing = needs.find(([program, argument]) => spawnSync(program, [argument]).status !== 0);
  return missing ? `${missing[0]} is not installed` : false;
}

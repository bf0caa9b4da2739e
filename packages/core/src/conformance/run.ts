import { type Basis, type Check, Failure } from './check.ts';
import { credentialChecks } from './credentials.ts';
import { decisionChecks } from './decisions.ts';
import { emissionChecks } from './emissions.ts';
import { orderChecks } from './orders.ts';
import { callerOf, type Target } from './target.ts';

/** Every check, in the order of the table. */
export const CHECKS: readonly Check[] = [
  ...orderChecks,
  ...emissionChecks,
  ...credentialChecks,
  ...decisionChecks,
];

/** How one check ended. */
export interface Result {
  readonly group: string;
  readonly claim: string;
  readonly basis: Basis;
  readonly holds: boolean;
  /** What was seen instead, where it does not hold. */
  readonly seen?: string;
}

/**
 * Examines a service. It creates orders of made-up users, pays for none, and undoes nothing: examine a sandbox.
 * @param basis leave out claims which rest on this project's decisions only, with `interface`.
 */
export async function examine(target: Target, basis: Basis | 'all' = 'all'): Promise<Result[]> {
  const caller = callerOf(target);
  const results: Result[] = [];
  for (const check of CHECKS) {
    if (basis !== 'all' && check.basis !== basis) continue;
    const { group, claim } = check;
    const seen = await seenInstead(() => check.run(caller));
    results.push({
      group,
      claim,
      basis: check.basis,
      holds: seen === undefined,
      ...(seen !== undefined && { seen }),
    });
  }
  return results;
}

async function seenInstead(run: () => Promise<void>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    return `no answer (${error instanceof Error ? error.message : String(error)})`;
  }
}

import { KeyError } from '../signing/keys.ts';
import { type Basis, type Check, Failure } from './check.ts';
import { createChecks } from './create-orders.ts';
import { credentialChecks } from './credentials.ts';
import { decisionChecks } from './decisions.ts';
import { emissionChecks } from './emissions.ts';
import { listChecks } from './list-orders.ts';
import { callerOf, NoResponse, type Target } from './target.ts';

/** Every check, in the order of the table. */
export const CHECKS: readonly Check[] = [
  ...createChecks,
  ...listChecks,
  ...emissionChecks,
  ...credentialChecks,
  ...decisionChecks,
];

/** Result of one check. */
export interface CheckResult {
  readonly group: string;
  readonly claim: string;
  readonly basis: Basis;
  readonly passed: boolean;
  /** What the service did instead, if the check failed. */
  readonly actual?: string;
}

/**
 * Runs the conformance checks against a service. They create orders for made-up users, pay none and undo nothing: run
 * them against a sandbox.
 * @param basis `interface` leaves out the checks that rest only on decisions of this project.
 * @example
 * const results = await runConformance({ baseUrl, emissionsUrl, apiKey, signingKey, platformId }, 'interface');
 * console.log(resultTable(results));
 */
export async function runConformance(target: Target, basis: Basis | 'all' = 'all'): Promise<CheckResult[]> {
  const caller = callerOf(target);
  const results: CheckResult[] = [];
  for (const check of CHECKS) {
    if (basis !== 'all' && check.basis !== basis) continue;
    const { group, claim } = check;
    const actual = await actualOf(() => check.run(caller));
    results.push({
      group,
      claim,
      basis: check.basis,
      passed: actual === undefined,
      ...(actual !== undefined && { actual }),
    });
  }
  return results;
}

/** @returns what the service did instead; undefined if the check passed. */
async function actualOf(run: () => Promise<void>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof NoResponse) return `no response (${message})`;
    return error instanceof KeyError
      ? `nothing was sent (${message})`
      : `a response that the check could not read (${message})`;
  }
}

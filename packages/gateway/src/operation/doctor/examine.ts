import type { Check, Patient, Verdict } from './check.ts';
import { creditChecks } from './credits.ts';
import { databaseChecks } from './database.ts';
import { moneyChecks } from './money.ts';
import { notificationChecks } from './notifications.ts';
import { paymentChecks } from './payments.ts';
import { retirementChecks } from './retirements.ts';
import { secretChecks } from './secrets.ts';

/** One thing that was looked at, and what was found. */
export interface Finding extends Verdict {
  readonly name: string;
}

const CHECKS: readonly Check[] = [
  ...databaseChecks,
  ...secretChecks,
  ...creditChecks,
  ...retirementChecks,
  ...notificationChecks,
  ...moneyChecks,
  ...paymentChecks,
];

/** Looks at everything, and changes nothing. Where the ground is missing it stops there. */
export async function examineStore(patient: Patient): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, look, foundation } of CHECKS) {
    const verdict = await look(patient).catch((error: unknown): Verdict => {
      const said = error instanceof Error ? error.message : String(error);
      return { state: 'fault', said, next: 'mend this first, then look again' };
    });
    findings.push({ name, ...verdict });
    if (foundation && verdict.state === 'fault') break;
  }
  return findings;
}

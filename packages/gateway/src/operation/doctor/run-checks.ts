import { auditChecks } from './audit.ts';
import type { Check, CheckContext, Verdict } from './check.ts';
import { creditChecks } from './credits.ts';
import { databaseChecks } from './database.ts';
import { moneyChecks } from './money.ts';
import { paymentChecks } from './payments.ts';
import { payoutChecks } from './payouts.ts';
import { retirementChecks } from './retirements.ts';
import { returnedMoneyChecks } from './returned-money.ts';
import { secretChecks } from './secrets.ts';
import { settingChecks } from './settings.ts';
import { webhookChecks } from './webhooks.ts';

/** A check's name with its result. */
export interface Finding extends Verdict {
  readonly name: string;
}

const CHECKS: readonly Check[] = [
  ...settingChecks,
  ...databaseChecks,
  ...secretChecks,
  ...creditChecks,
  ...retirementChecks,
  ...webhookChecks,
  ...moneyChecks,
  ...paymentChecks,
  ...returnedMoneyChecks,
  ...payoutChecks,
  ...auditChecks,
];

/** Runs every check, and changes nothing. Stops at a foundation that fails. */
export async function runChecks(context: CheckContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, run, foundation } of CHECKS) {
    const verdict = await run(context).catch((error: unknown): Verdict => {
      const detail = error instanceof Error ? error.message : String(error);
      return { state: 'fault', detail, next: 'Fix this first, then run doctor again' };
    });
    findings.push({ name, ...verdict });
    if (foundation && verdict.state === 'fault') break;
  }
  return findings;
}

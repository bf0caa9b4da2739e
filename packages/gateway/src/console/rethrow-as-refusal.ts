import { Refusal } from '@flight-offset/console';
import { PaidRefundError } from '../payments/record-paid-refund.ts';
import { Problem } from '../problem.ts';
import { RetirementError } from '../retirements/new-retirement.ts';
import { SerialsReusedError } from '../retirements/serial-ledger.ts';
import { sentence } from '../sentence.ts';
import { StatementError } from '../statements/statement-error.ts';
import { InvalidDaysError } from '../webhooks/redeliver-failed-on-days.ts';
import { PersonError } from './people.ts';

/** Errors whose message explains what the person should do differently. */
const MISTAKES = [
  InvalidDaysError,
  PaidRefundError,
  PersonError,
  RetirementError,
  SerialsReusedError,
  StatementError,
] as const;

/** Returns the refusal that the console shows for a person's mistake; undefined if the gateway is at fault. */
function refusalOf(error: unknown): Refusal | undefined {
  if (MISTAKES.some((kind) => error instanceof kind)) return new Refusal(sentence((error as Error).message));
  if (error instanceof Problem && error.status < 500)
    return new Refusal(error.message, error.status === 409 ? 409 : 422);
  return undefined;
}

/** Turns an error that the person caused into a refusal with the same message. */
export async function rethrowAsRefusal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

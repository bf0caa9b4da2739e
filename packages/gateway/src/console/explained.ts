import { Refusal } from '@flight-offset/console';
import { Problem } from '../problem.ts';
import { RetirementError } from '../retirements/record.ts';
import { SerialsReusedError } from '../retirements/serial-ledger.ts';
import { StatementError } from '../statements/close.ts';
import { PersonError } from './people.ts';

/** A message as a sentence. */
function sentence([first = '', ...rest]: string): string {
  return `${first.toUpperCase()}${rest.join('')}.`;
}

/** What the console shows of an error of the person's making; undefined where the gateway is at fault. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof PersonError) return new Refusal(error.message);
  if (error instanceof StatementError) return new Refusal(sentence(error.message));
  if (error instanceof RetirementError || error instanceof SerialsReusedError)
    return new Refusal(`Nothing was recorded: ${error.message}.`);
  if (error instanceof Problem && error.status < 500)
    return new Refusal(sentence(error.message), error.status === 409 ? 409 : 422);
  return undefined;
}

/** Turns an error of the person's making into a refusal with the same message. */
export async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

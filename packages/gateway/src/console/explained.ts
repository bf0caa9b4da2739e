import { Refusal } from '@flight-offset/console';
import { Problem } from '../http/problem.ts';
import { PersonError } from './people.ts';

/** A problem of the caller's making, as the console shows it: a refusal with the same message. */
export async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PersonError) throw new Refusal(error.message);
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const [first = '', ...rest] = error.message;
    throw new Refusal(`${first.toUpperCase()}${rest.join('')}.`, error.status === 409 ? 409 : 422);
  }
}

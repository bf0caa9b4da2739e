import { Refusal } from '@flight-offset/console';
import { isTaken } from '../store/error-code.ts';

/**
 * Makes what is shown this once for a form of the console, by an identifier of that form: sent again, as by a second press
 * or by loading the response again, it makes nothing more.
 * @param next what became of the form, and what to do where its response was lost.
 * @throws Refusal where the form was sent before.
 */
export async function shownOnce<T>(making: Promise<T>, next: string): Promise<T> {
  try {
    return await making;
  } catch (error) {
    throw isTaken(error) ? new Refusal(`This form was sent before, and ${next}`, 409) : error;
  }
}

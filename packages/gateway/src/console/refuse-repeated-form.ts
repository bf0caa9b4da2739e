import { Refusal } from '@flight-offset/console';
import { isUniqueViolation } from '../store/error-code.ts';

/**
 * Waits for what a console form creates under its identifier: a value that is shown only once. If the form is sent
 * again, by a second press or by reloading the response, nothing more is created.
 * @param next what the form has done, and what to do if its response was lost.
 * @throws Refusal if the form was sent before.
 */
export async function refuseRepeatedForm<T>(making: Promise<T>, next: string): Promise<T> {
  try {
    return await making;
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal(`This form was sent before, and ${next}`, 409) : error;
  }
}

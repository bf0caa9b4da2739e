import { type NewSession, Refusal } from '@flight-offset/console';
import type { Logger } from 'pino';

/**
 * Logs who signed in, or why a sign-in was refused. Persons are named by the identifiers that `console people` prints.
 * @param by how they sign in.
 */
export async function logSignIn(
  log: Logger,
  by: 'link' | 'provider' | 'sandbox',
  signIn: Promise<NewSession>,
): Promise<NewSession> {
  try {
    const made = await signIn;
    const { personId: person, merchantId: merchant } = made.session;
    log.info({ person, merchant, by }, 'signed in to the console');
    return made;
  } catch (error) {
    if (error instanceof Refusal) log.warn({ by, reason: error.message }, 'sign-in to the console refused');
    throw error;
  }
}

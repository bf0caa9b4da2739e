import { userInfo } from 'node:os';
import type { Actor } from '../audit/actor.ts';

/** Returns the account that a command was started from, before `sudo` if that was used. */
export function actorOf({ SUDO_USER }: NodeJS.ProcessEnv): Actor {
  return { channel: 'cli', id: '', name: SUDO_USER || account() };
}

function account(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without an account.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

import { userInfo } from 'node:os';
import type { Actor } from '../audit/actor.ts';

/** Who runs a command: the account it was started from, before `sudo` where that was used. */
export function actorOf({ SUDO_USER }: NodeJS.ProcessEnv): Actor {
  return { channel: 'cli', id: '', name: SUDO_USER || account() };
}

function account(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id that no account has.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

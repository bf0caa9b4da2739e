import { constants } from 'node:os';

/**
 * Lets signals end process 1 of a container as they end any other process. The kernel withholds every signal for which
 * process 1 has no handler: a container stopped while its gateway starts would go on until it is killed, in Kubernetes
 * a minute later. If a command handles a signal itself, this does nothing.
 */
export function exitOnSignals(): void {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
}

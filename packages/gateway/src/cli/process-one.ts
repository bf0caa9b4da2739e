import { constants } from 'node:os';

/**
 * Lets signals end process 1 of a container as they end any other process. The kernel withholds from it each signal that it
 * has no handler for: a container that is stopped while its gateway starts would go on until it is killed, a minute later in
 * Kubernetes. Where a command handles a signal itself, nothing else is done.
 */
export function endBySignals(): void {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
}

import type { ReactiveController } from 'lit';
import type { Choice, ChoiceHost } from './choice.ts';

/**
 * Renews a quote that runs out while the box is ticked: half a minute early, as a form may be sent at any time.
 *
 * Where the backend says how long a quote lasts, no clock of this machine needs to be right.
 */
export function renewing(choice: Choice, host: ChoiceHost): ReactiveController {
  let timer: ReturnType<typeof setTimeout>;
  return {
    hostUpdated() {
      clearTimeout(timer);
      // What has an order already is not renewed: a second order would be paid a second time.
      if (choice.state !== 'selected' || choice.made?.token === choice.option!.token) return;
      const { expiresInSeconds, expiresAt } = choice.view!.quote;
      const end = expiresInSeconds ? host.arrived + expiresInSeconds * 1000 : Date.parse(expiresAt);
      // Once a minute at most, so that a clock that is wrong does not turn this into a loop.
      const wait = Math.max(Math.min(end - Date.now() - 3e4, 1e9), 6e4) || 1e9;
      timer = setTimeout(() => host.retry(), wait);
    },
    hostDisconnected() {
      clearTimeout(timer);
    },
  };
}

import type { ReactiveController } from 'lit';
import type { Choice, ChoiceHost } from './choice.ts';

/**
 * Renews a quote before it expires while the box is ticked: 30 seconds early, as a form may be submitted at any time.
 *
 * With `expiresInSeconds` the clock of the device does not have to be correct.
 */
export function renewQuote(choice: Choice, host: ChoiceHost): ReactiveController {
  let timer: ReturnType<typeof setTimeout>;
  /** Time to renew each quote, by its `expiresAt`. */
  const moments: Record<string, number> = {};
  return {
    hostUpdated() {
      clearTimeout(timer);
      // Not after an order was created: a new token would create a second order, and the traveller could pay twice. Nor
      // after the element is removed: an update that was requested earlier still arrives.
      if (choice.order || !host.isConnected || choice.state !== 'selected') return;
      const { expiresInSeconds, expiresAt } = choice.view!.quote;
      const now = Date.now();
      const end =
        expiresInSeconds && host.arrived ? host.arrived + expiresInSeconds * 1000 : Date.parse(expiresAt);
      // Once for each quote: rendering must not postpone it. A minute after its arrival at the earliest: neither a
      // wrong clock nor a service whose quotes have expired on arrival may cause a request loop.
      moments[expiresAt] ??= Math.max(Math.min(end - 3e4, now + 1e9), host.arrived + 6e4) || now + 1e9;
      timer = setTimeout(() => {
        moments[expiresAt] = Date.now() + 6e4;
        host.retry();
      }, moments[expiresAt] - now);
    },
    hostDisconnected() {
      clearTimeout(timer);
    },
  };
}

import type { ReactiveController } from 'lit';
import type { Choice, ChoiceHost } from './choice.ts';

/** A page that comes back from the history starts over: unticked, with a quote of its own. */
export function startingOver(choice: Choice, host: ChoiceHost): ReactiveController {
  const shownAgain = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    choice.set('unselected');
    host.retry();
  };
  return {
    hostConnected: () => addEventListener('pageshow', shownAgain),
    hostDisconnected: () => removeEventListener('pageshow', shownAgain),
  };
}

import type { QuoteOption } from '@flight-offset/core';
import type { View } from '../figure/view.ts';
import { enumerate } from '../format/enumerate.ts';
import type { CheckoutMessages } from '../messages/checkout/checkout-messages.ts';
import { fill } from '../messages/fill.ts';
import type { IsSame } from './checkout-controls.ts';
import type { Choice, ChoiceHost } from './choice.ts';

/**
 * Compares the ticked option with the current one and shows the traveller both if they differ.
 */
export function watchOffer(choice: Choice, host: ChoiceHost, t: () => CheckoutMessages): IsSame {
  let before: { readonly shown: QuoteOption; readonly seen: View } | undefined;
  let notice: string | undefined;
  host.addController({
    hostUpdate() {
      const { view, shown } = choice;
      // A new decision or a reset clears the notice.
      if (choice.notice !== notice) before = undefined;
      notice = choice.notice;
      if (!before || !view || !shown) return;
      const [then, now] = [termsShown(before.shown, before.seen), termsShown(shown, view)];
      // The price is always shown; amount and project only if they changed.
      const differing = (these: Terms, those: Terms): string =>
        enumerate(these.filter((term, index) => !index || term !== those[index]));
      notice = fill(t().offerChanged, { before: differing(then, now), after: differing(now, then) }).join('');
      choice.notice = notice;
    },
  });
  return (shown, seen) => {
    if (termsOf(shown, seen) === termsOf(choice.shown, choice.view)) return true;
    before = { shown, seen };
    notice = undefined;
    return false;
  };
}

/** Everything a traveller agrees to, as text; the token differs in every quote and is left out. */
const termsOf = (option: QuoteOption | undefined, view: View | undefined): string =>
  JSON.stringify([{ ...option, token: 0 }, view?.quote.project]);

type Terms = readonly (string | undefined)[];

/** The parts of it which are visible. */
const termsShown = ({ grams, price }: QuoteOption, { mass, quote }: View): Terms => [
  price?.formatted ?? mass(grams, 100),
  price && mass(grams, 100),
  quote.project?.name,
];

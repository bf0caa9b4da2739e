import type { QuoteOption } from '@flight-offset/core';
import type { View } from '../figure/view.ts';
import type { CheckoutMessages } from '../messages/checkout/checkout-messages.ts';
import { fill } from '../messages/fill.ts';
import type { IsSame } from './checkout-controls.ts';
import type { Choice, ChoiceHost } from './choice.ts';

/**
 * Compares the ticked option with the current one and shows the traveller both if they differ.
 */
export function watchOffer(choice: Choice, host: ChoiceHost, t: () => CheckoutMessages): IsSame {
  let before: Terms | undefined;
  let notice: typeof choice.notice;
  host.addController({
    hostUpdate() {
      const { view, shown } = choice;
      // A new decision or a reset clears the notice.
      if (choice.notice !== notice) before = undefined;
      // A message about one itinerary, such as that it is sold out, ends with that itinerary.
      choice.notice = notice = before || view ? choice.notice : undefined;
      if (!shown || !before) return;
      const now = termsOf(shown, view!);
      // The price is always shown; amount and project only if they changed.
      const differing = (these: Terms, those: Terms): string =>
        these
          .filter((term, index) => index && term && (index < 2 || term !== those[index]))
          // FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE keep a text in its own writing direction.
          .map((term) => `\u2068${term}\u2069`)
          .join(' · ');
      // An itinerary may change and change back, and a change of language alone changes no terms.
      if (before[0] === now[0]) before = undefined;
      choice.notice = notice =
        before &&
        fill(t().offerChanged, { before: differing(before, now), after: differing(now, before) }).join('');
    },
  });
  return (shown, seen) => {
    // The ticked amount stays the wanted one: another may have been sold out then and be on sale again.
    choice.fraction = shown.fraction;
    before = termsOf(shown, seen);
    notice = undefined;
    return choice.shown && before[0] === termsOf(choice.shown, choice.view!)[0];
  };
}

type Terms = readonly [key: string, ...texts: (string | undefined)[]];

/**
 * Returns the terms that a traveller agrees to: all of them as a key, and the three visible ones. The key leaves out
 * the token, which differs in every quote; the formatted price, which differs by language; and whether the option is
 * sold out: if nothing is left the terms are the same, and the message is that it is sold out.
 */
const termsOf = ({ grams, price }: QuoteOption, { mass, quote: { project } }: View): Terms => [
  JSON.stringify([grams, { ...price, formatted: 0 }, project]),
  price?.formatted ?? mass(grams, 100),
  price && mass(grams, 100),
  project?.name,
];

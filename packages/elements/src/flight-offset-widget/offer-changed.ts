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
  let before: Terms | undefined;
  let notice: typeof choice.notice;
  host.addController({
    hostUpdate() {
      const { view, shown } = choice;
      // A new decision or a reset clears the notice.
      if (choice.notice !== notice) before = undefined;
      // A message about one itinerary, such as that it is sold out, ends with it.
      choice.notice = notice = before || view ? choice.notice : undefined;
      if (!before || !shown) return;
      const now = termsShown(shown, view!);
      // The price is always shown; amount and project only if they changed.
      const differing = (these: Terms, those: Terms): string =>
        enumerate(these.filter((term, index) => !index || term !== those[index]));
      notice = fill(t().offerChanged, { before: differing(before, now), after: differing(now, before) });
      choice.notice = notice;
    },
  });
  return (shown, seen) => {
    // The amount that was ticked stays the wanted one: another may have been sold out then and be on sale again.
    choice.fraction = shown.fraction;
    if (termsOf(shown, seen) === termsOf(choice.shown, choice.view)) return true;
    before = termsShown(shown, seen);
    notice = undefined;
    return false;
  };
}

/**
 * Everything a traveller agrees to, as text. The token differs in every quote and is left out, and so is whether it is sold
 * out: where nothing is left the terms are the same, and the message is that it is sold out.
 */
const termsOf = (option: QuoteOption | undefined, view: View | undefined): string =>
  JSON.stringify([{ ...option, token: 0, soldOut: 0 }, view?.quote.project]);

type Terms = readonly (string | undefined)[];

/** The parts of it which are visible. */
const termsShown = ({ grams, price }: QuoteOption, { mass, quote }: View): Terms => [
  price?.formatted ?? mass(grams, 100),
  price && mass(grams, 100),
  quote.project?.name,
];

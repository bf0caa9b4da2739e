import type { QuoteOption } from '@flight-offset/core';
import type { View } from '../figure/view.ts';
import { enumerate } from '../format/enumerate.ts';
import { fill } from '../messages/fill.ts';
import type { Choice, ChoiceHost } from './choice.ts';

/** Whether what is on offer now is what was seen: the same amount, price and project. */
export type IsSame = (shown: QuoteOption, seen: View) => boolean;

/**
 * Compares what was ticked with what is on offer now, and tells the traveller both where they differ.
 *
 * @param text Holds `{before}` and `{after}`.
 */
export function changed(choice: Choice, host: ChoiceHost, text: () => string): IsSame {
  let before: { readonly shown: QuoteOption; readonly seen: View } | undefined;
  let notice: string | undefined;
  host.addController({
    hostUpdate() {
      const { view, shown } = choice;
      // Whoever decides anew, or starts over, clears the notice.
      if (choice.notice !== notice) before = undefined;
      notice = choice.notice;
      if (!before || !view || !shown) return;
      const [then, now] = [termsShown(before.shown, before.seen), termsShown(shown, view)];
      // The price is always said, the rest only where it is another one.
      const differing = (these: Terms, those: Terms): string =>
        enumerate(these.filter((term, index) => !index || term !== those[index]));
      notice = fill(text(), { before: differing(then, now), after: differing(now, then) }).join('');
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

/** All that a traveller agrees to, in one text: everything but the token, which is another one in every quote. */
const termsOf = (option: QuoteOption | undefined, view: View | undefined): string =>
  JSON.stringify([{ ...option, token: 0 }, view?.quote.project]);

type Terms = readonly (string | undefined)[];

/** What a traveller sees of it. */
const termsShown = ({ grams, price }: QuoteOption, { mass, quote }: View): Terms => [
  price?.formatted ?? mass(grams, 100),
  price && mass(grams, 100),
  quote.project?.name,
];

/** Legs, scale and method: loaded if the card has room for them, or with the opened disclosure. */
import type { Flight, QuotedLeg, ReadyQuote } from '@flight-offset/core';
import type { TemplateResult } from 'lit';
import { loadMethodTexts } from '../messages/load-method-texts.ts';
import type { MethodMessages } from '../messages/method/method-messages.ts';
import { detailsStyles } from '../styles/details.styles.ts';
import { legs } from './legs.ts';
import { methodLines } from './method-lines.ts';
import { scale, scaleSkeleton } from './scale.ts';
import type { View } from './view.ts';

/** The parts of a card that explain its figure. */
export interface Details {
  /** One row per leg, and the scale. */
  readonly flights: readonly (TemplateResult | undefined)[];
  /** How the figure was estimated. */
  readonly method: readonly TemplateResult[];
}

/**
 * Draws the details of a quote in one language, or a skeleton for `flights` while they are loading; a page's own
 * messages take precedence.
 */
export type DrawDetails = (
  view: View,
  own: Partial<MethodMessages> | undefined,
  flights: readonly Flight[] | undefined,
) => Details;

/** Returns a leg of the height of the real one; its values are never visible. */
const placeholderLeg = (flight: Flight): QuotedLeg =>
  ({
    flight,
    gramsPerPassenger: 0,
    aircraft: [{ name: 'Boeing 777-300ER', share: 1 }],
  }) as unknown as QuotedLeg;

/** Loads the messages of the language `tag`, and adds the styles to `root`. */
export async function drawIn(tag: string, root: ShadowRoot): Promise<DrawDetails> {
  const loaded = await loadMethodTexts(tag);
  const sheet = detailsStyles.styleSheet!;
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  let last: (Details & { readonly quote: ReadyQuote; readonly own: Parameters<DrawDetails>[1] }) | undefined;
  return (view, own, flights) => {
    // Every press draws the card again, but does not change the details.
    if (last?.quote === view.quote && last.own === own) return last;
    const messages = { ...loaded, ...own };
    last = {
      flights: [
        legs(view, messages, flights?.map(placeholderLeg)),
        flights ? scaleSkeleton() : scale(view, messages),
      ],
      method: methodLines(view, messages),
      quote: view.quote,
      own,
    };
    return last;
  };
}

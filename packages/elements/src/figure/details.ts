/** Legs, scale and method: loaded where there is room for them, or with the opened disclosure. */
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

/** Draws the details of a quote in one language; a page's own messages take precedence. */
export type DrawDetails = (view: View, own: Partial<MethodMessages> | undefined, loading: boolean) => Details;

/** Loads the messages of the language `tag`; the styles are added to `root`. */
export async function detailsIn(tag: string, root: ShadowRoot): Promise<DrawDetails> {
  const loaded = await loadMethodTexts(tag);
  const sheet = detailsStyles.styleSheet!;
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  return (view, own, loading) => {
    const messages = { ...loaded, ...own };
    return {
      flights: [legs(view, messages), loading ? scaleSkeleton() : scale(view, messages)],
      method: methodLines(view, messages),
    };
  };
}

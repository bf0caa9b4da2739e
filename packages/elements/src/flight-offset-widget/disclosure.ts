import type { DrawDetails } from '../figure/details.ts';
import { LazyPart } from '../lazy-part.ts';

/** Width in pixels from which legs and scale are shown at once. */
const ROOM = 400;

/** What a full card may lose of it, so that a scroll bar cannot toggle the form. */
const SCROLL_BAR = 20;

/**
 * Whether a card shows legs and scale at once or behind its disclosure, and what draws them: loaded where there is room
 * for them, or with the opened disclosure.
 */
export class Disclosure extends LazyPart<DrawDetails> {
  /** Whether the card is in its compact form. */
  compact = true;
  #failed: boolean | undefined;

  /** Chooses the form: the one that the page sets, or else by the width of the element. Settles once it can be drawn. */
  fit(tag: string, compact: unknown, width: number): Promise<void> | undefined {
    const full = compact == null ? width >= ROOM - (this.compact ? 0 : SCROLL_BAR) : `${compact}` === 'false';
    // A card that is seen stays as it is until the other form can be drawn.
    const keeps = this.#failed || this.host.renderRoot.querySelector('.card');
    this.compact = !(full && (this.draw || !keeps));
    if (this.draw || (full && !this.#failed)) return this.load(tag);
  }

  /** The card becomes compact, and opening the disclosure loads it again. */
  protected override failed(): void {
    this.#failed = true;
    this.host.renderRoot.querySelector('details')?.removeAttribute('open');
    this.host.requestUpdate();
  }
}

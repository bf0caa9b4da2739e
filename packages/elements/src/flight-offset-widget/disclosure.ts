import type { DrawDetails } from '../figure/details.ts';
import { LazyPart } from '../lazy-part.ts';

/** Width in pixels from which legs and scale are shown at once. */
const ROOM = 400;

/** Pixels that a full card may lose before it becomes compact: a scroll bar must not toggle it. */
const SCROLL_BAR = 20;

/**
 * Shows legs and scale at once or behind the disclosure, and loads the code that draws them: if the card has room for
 * them, or when the disclosure is opened.
 */
export class Disclosure extends LazyPart<DrawDetails> {
  /** Whether the card is in its compact form. */
  compact = true;
  #failed: boolean | undefined;

  /**
   * Chooses the form: the one that the page sets, or else one by the width of the element. Settles once it can be
   * drawn.
   */
  fit(tag: string, compact: unknown, width: number): Promise<void> | undefined {
    const full = compact == null ? width >= ROOM - (this.compact ? 0 : SCROLL_BAR) : `${compact}` === 'false';
    // A visible card keeps its form until the other one can be drawn.
    const keeps = this.#failed || this.host.renderRoot.querySelector('.card');
    this.compact = !(full && (this.draw || !keeps));
    if (this.draw || (full && !this.#failed)) return this.load(tag);
  }

  /** Makes the card compact; opening the disclosure loads them again. */
  protected override failed(): void {
    this.#failed = true;
    this.host.renderRoot.querySelector('details')?.removeAttribute('open');
    this.host.requestUpdate();
  }
}

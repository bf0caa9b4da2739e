import type { LitElement } from 'lit';
import { fireError } from './events/events.ts';

/** The code of a part of a card. */
export interface LazyCode<D> {
  /**
   * Loads the texts in the language `tag`, and returns the function that draws the part; styles may be added to `root`.
   */
  drawIn(tag: string, root: ShadowRoot): Promise<D>;
}

/** A part of a card that is loaded when it is needed, with its texts in the language of the card. */
export class LazyPart<D> {
  /** Draws the part, once it is loaded. */
  declare draw: D | undefined;
  protected readonly host: LitElement;
  #fetch: () => Promise<LazyCode<D>>;
  #tag = '';
  #loading: Promise<void> | undefined;

  /** @param fetch Loads the code. */
  constructor(host: LazyPart<D>['host'], fetch: () => Promise<LazyCode<D>>) {
    this.host = host;
    this.#fetch = fetch;
  }

  /**
   * Loads the part in the language `tag`, once; settles when it is loaded or failed. After a failure, the next call
   * retries.
   */
  load(tag: string): Promise<void> | undefined {
    const { host } = this;
    if (this.#tag !== tag) {
      this.#tag = tag;
      this.#loading = this.#fetch()
        .then((code) => code.drawIn(tag, host.renderRoot as ShadowRoot))
        .then(
          (draw) => {
            // The language may have changed meanwhile.
            if (tag === this.#tag) this.draw = draw;
            host.requestUpdate();
          },
          (cause) => {
            this.#tag = '';
            this.failed?.();
            fireError(host, cause);
          },
        );
    }
    return this.#loading;
  }

  /** Called when loading failed. */
  protected failed?(): void;
}

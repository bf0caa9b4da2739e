import type { ReactiveControllerHost } from 'lit';
import { fireError } from './events/events.ts';

/** A part of a card that is loaded when it is needed, with its texts in the language of the card. */
export class LazyPart<D> {
  /** Draws the part, once it is loaded. */
  declare draw: D | undefined;
  protected readonly host: HTMLElement & ReactiveControllerHost;
  #fetch: (tag: string, root: ShadowRoot) => Promise<D>;
  #tag = '';
  #loading: Promise<void> | undefined;

  /** @param fetch Loads the code, and its texts in the language of a tag; styles may be added to `root`. */
  constructor(host: LazyPart<D>['host'], fetch: (tag: string, root: ShadowRoot) => Promise<D>) {
    this.host = host;
    this.#fetch = fetch;
  }

  /** Loads the part in the language `tag`, once; settles when it is here, or failed. Then the next call loads it again. */
  load(tag: string): Promise<void> | undefined {
    const { host } = this;
    if (this.#tag !== tag) {
      this.#tag = tag;
      this.#loading = this.#fetch(tag, host.shadowRoot!).then(
        (draw) => {
          this.draw = draw;
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

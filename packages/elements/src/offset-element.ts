import { html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';
import { LANGUAGES } from './messages/languages.ts';
import { loadTexts } from './messages/load-texts.ts';
import { nearestLocale } from './messages/nearest-locale.ts';
import type { TextSet } from './messages/texts.ts';

/** An element in which a traveller may have ticked an option. */
interface Ticked {
  readonly option?: unknown;
}

/** Base of all elements: endpoint, messages in the language of the page, the card, states for CSS. */
export abstract class OffsetElement<M extends object> extends LitElement {
  static override properties: PropertyDeclarations = {
    endpoint: {},
    locale: {},
    messages: { attribute: false },
  };

  /** Where the merchant's handler is mounted, such as `/offset`. */
  declare endpoint: string | undefined;
  /**
   * BCP 47 tag; default: the nearest `lang` of the page. Set it if the page changes its language without a reload: a
   * change of `lang` is not observed.
   */
  declare locale: string | undefined;
  /** Your own texts in place of the built-in ones; those left out stay, in English if the language has none. */
  declare messages: Partial<M> | undefined;

  /**
   * The shadow root, even if the page closes every shadow root and `shadowRoot` is null.
   *
   * @internal
   */
  declare readonly renderRoot: ShadowRoot;
  protected readonly internals: ElementInternals = this.attachInternals();
  /** Tag for `Intl`; changes before its texts are loaded. */
  protected tag = 'en';
  /** Whether texts of the first language are loading: the language must not change visibly. */
  declare protected mute: boolean | undefined;
  /** Settles once the texts of `tag` are loaded or failed. */
  declare protected ready: Promise<unknown> | undefined;
  /** The built-in English texts. */
  protected abstract readonly english: M;
  /** Name of the set of texts in other languages. */
  protected abstract readonly set: TextSet;
  #texts: M | undefined;

  /** The texts to show. */
  protected get t(): M {
    return { ...this.english, ...this.#texts, ...this.messages };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The element may have moved to a part in another language.
    this.requestUpdate();
  }

  protected override willUpdate(this: OffsetElement<M> & Ticked): void {
    let tag = 'en';
    try {
      // A ticked box keeps its language: another language needs another quote, which would untick it.
      const wanted = new Intl.Locale(
        (this.locale ?? (this.option ? this.tag : nearestLocale(this)))!.replace('_', '-'),
      );
      // Numbers must agree with words: a language without texts reads as English in both.
      if (LANGUAGES.includes(wanted.language as 'en') || this.messages) tag = `${wanted}`;
    } catch {
      // No language, or an invalid one.
    }
    if (tag === this.tag) return;
    this.tag = tag;
    this.mute = !this.hasUpdated;
    // A file that fails to load must not break the element: English is built in.
    this.ready = loadTexts<M>(this.set, tag).then((texts) => {
      if (tag !== this.tag) return;
      this.mute = false;
      this.#texts = texts;
      this.requestUpdate();
    });
  }

  protected override updated(): void {
    this.internals.states.clear();
    this.internals.states.add(this.state);
  }

  /** State of the element; also its name for `:state()`. */
  abstract get state(): string;

  /** Sends the request again. */
  abstract retry(): Promise<void>;

  /** Retries, and moves the focus to the card, as the pressed button disappears. */
  protected tryAgain(): void {
    this.renderRoot.querySelector<HTMLElement>('.card')!.focus();
    this.retry();
  }

  /**
   * Draws the card that holds everything an element shows, in the direction of its language: `dir="auto"` would use the
   * direction of the page if a slot comes first.
   */
  protected card(content: unknown): TemplateResult {
    return html`<div class="card ${this.state}" dir=${/^(ar|fa|he|ur)\b/.test(this.tag) ? 'rtl' : 'ltr'} lang=${this.tag} part="card" tabindex="-1">${content}</div>`;
  }
}

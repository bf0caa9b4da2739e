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
   * The shadow root, also where the page makes every one closed and `shadowRoot` is null.
   *
   * @internal
   */
  declare readonly renderRoot: ShadowRoot;
  protected readonly internals: ElementInternals = this.attachInternals();
  /** Tag for `Intl`; changes before its texts are here. */
  protected tag = 'en';
  /** Whether texts of the first language are loading: nobody should see the language change. */
  declare protected mute: boolean | undefined;
  /** Settles once the texts of `tag` are loaded, or failed. */
  declare protected ready: Promise<unknown> | undefined;
  /** The texts that are built in. */
  protected abstract readonly english: M;
  /** The set of texts that other languages have of them. */
  protected abstract readonly set: TextSet;
  #texts: M | undefined;

  /** The texts to show. */
  protected get t(): M {
    return { ...this.english, ...this.#texts, ...this.messages };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The page around may speak another language than where this element was before.
    this.requestUpdate();
  }

  protected override willUpdate(this: OffsetElement<M> & Ticked): void {
    let tag = 'en';
    try {
      // A box that is ticked keeps its language: another one takes another quote, which would untick it.
      const wanted = new Intl.Locale(
        (this.locale ?? (this.option ? this.tag : nearestLocale(this)))!.replace('_', '-'),
      );
      // Numbers must agree with words: a language without texts reads as English in both.
      if (LANGUAGES.includes(wanted.language as 'en') || this.messages) tag = `${wanted}`;
    } catch {
      // No language, or none that is valid.
    }
    if (tag === this.tag) return;
    this.tag = tag;
    this.mute = !this.hasUpdated;
    // A file that does not arrive must not take the element with it: English is always here.
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

  /** What the element is doing; also its name for `:state()`. */
  abstract get state(): string;

  /** Requests again. */
  abstract retry(): Promise<void>;

  /** Requests again, with the focus kept on the card: the button that was pressed goes away. */
  protected tryAgain(): void {
    this.renderRoot.querySelector<HTMLElement>('.card')!.focus();
    this.retry();
  }

  /**
   * The card that holds everything an element shows, in the direction of its language: `dir="auto"` would be that of the
   * page where a slot comes first.
   */
  protected card(content: unknown): TemplateResult {
    return html`<div class="card ${this.state}" dir=${/^(ar|fa|he|ur)\b/.test(this.tag) ? 'rtl' : 'ltr'} lang=${this.tag} part="card" tabindex="-1">${content}</div>`;
  }
}

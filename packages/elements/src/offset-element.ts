import { html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Language, LazyTexts } from './messages/languages.ts';
import { nearestLocale } from './messages/nearest-locale.ts';

/** What all elements share: a backend to ask, texts in the language of the page, one card, states for CSS. */
export abstract class OffsetElement<M extends object> extends LitElement {
  static override properties: PropertyDeclarations = {
    endpoint: {},
    locale: {},
    messages: { attribute: false },
  };

  /** Where the merchant's handler is mounted, such as `/offset`. */
  declare endpoint: string | undefined;
  /** BCP 47 tag; without it the nearest `lang` of the page counts. */
  declare locale: string | undefined;
  /** Texts of your own in place of the built-in ones. */
  declare messages: Partial<M> | undefined;

  protected readonly internals: ElementInternals = this.attachInternals();
  /** Tag for `Intl`; changes before its texts are here. */
  protected tag = 'en';
  /** Settles once the texts of `tag` are here, or cannot be had. */
  declare protected ready: Promise<unknown> | undefined;
  #english: M;
  #lazy: LazyTexts<M>;
  #texts: M | undefined;

  constructor(english: M, lazy: LazyTexts<M>) {
    super();
    this.#english = english;
    this.#lazy = lazy;
  }

  /** The texts to show. */
  protected get t(): M {
    return { ...(this.#texts ?? this.#english), ...this.messages };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The page around may speak another language than where this element was before.
    this.requestUpdate();
  }

  protected override willUpdate(): void {
    let tag = 'en';
    let load: LazyTexts<M>[Language] | undefined;
    try {
      const asked = new Intl.Locale((this.locale ?? nearestLocale(this)).replace('_', '-'));
      load = this.#lazy[asked.language as Language] as typeof load;
      // Numbers must agree with words: a language without texts reads as English in both.
      if (load || this.messages || asked.language === tag) tag = `${asked}`;
    } catch {}
    if (tag === this.tag) return;
    this.tag = tag;
    this.ready = this.#take(tag, load);
  }

  async #take(tag: string, load: LazyTexts<M>[Language] | undefined): Promise<void> {
    // A file that does not arrive must not take the element with it: English is always here.
    const texts = await load?.().catch(() => {});
    if (tag !== this.tag) return;
    this.#texts = texts?.default;
    this.requestUpdate();
  }

  protected override updated(): void {
    this.internals.states.clear();
    this.internals.states.add(this.state);
  }

  /** What the element is doing; also its name for `:state()`. */
  abstract get state(): string;

  /** The card that holds everything an element shows. */
  protected card(content: unknown): TemplateResult {
    const dir = /^(ar|fa|he|ur)\b/.test(this.tag) ? 'rtl' : 'ltr';
    return html`<div class="card ${this.state}" part="card" lang=${this.tag} dir=${dir}>${content}</div>`;
  }
}

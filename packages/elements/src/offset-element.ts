import { html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';
import { LANGUAGES } from './messages/languages.ts';
import { loadTexts } from './messages/load-texts.ts';
import { nearestLocale } from './messages/nearest-locale.ts';
import type { TextSet } from './messages/texts.ts';

/** Requests again, with the focus kept on the card: the button that was pressed goes away. */
export function retryInPlace(element: OffsetElement<object>): void {
  element.renderRoot.querySelector<HTMLElement>('.card')!.focus();
  element.retry();
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
  /** BCP 47 tag; without it the nearest `lang` of the page counts. */
  declare locale: string | undefined;
  /** Texts of your own in place of the built-in ones; those left out stay, in English where the language has none. */
  declare messages: Partial<M> | undefined;

  protected readonly internals: ElementInternals = this.attachInternals();
  /** Tag for `Intl`; changes before its texts are here. */
  protected tag = 'en';
  /** Whether texts of the first language are still to come: nobody is to see one language turn into another. */
  protected mute = false;
  /** Settles once the texts of `tag` are here, or cannot be had. */
  declare protected ready: Promise<unknown> | undefined;
  /** The texts that are built in. */
  protected abstract readonly english: M;
  /** The set of texts that other languages have of them. */
  protected abstract readonly set: TextSet;
  #texts: M | undefined;

  /** The texts to show. */
  protected get t(): M {
    return { ...(this.#texts ?? this.english), ...this.messages };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The page around may speak another language than where this element was before.
    this.requestUpdate();
  }

  protected override willUpdate(): void {
    let tag = 'en';
    try {
      const wanted = new Intl.Locale((this.locale ?? nearestLocale(this))!.replace('_', '-'));
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

  /** The card that holds everything an element shows; its first words give it their direction. */
  protected card(content: unknown): TemplateResult {
    return html`<div class="card ${this.state}" dir="auto" lang=${this.tag} part="card" tabindex="-1">${content}</div>`;
  }
}

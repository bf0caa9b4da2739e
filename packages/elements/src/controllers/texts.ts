import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Language, LazyTexts } from '../messages/languages.ts';
import { nearestLocale } from '../messages/nearest-locale.ts';

/** What an element must have to be given texts. */
export interface TextsHost<M> extends ReactiveControllerHost, Element {
  locale?: string;
  messages?: Partial<M>;
}

/** Gives its host the texts of the nearest `lang`, fetched when they are not English, with the host's own on top. */
export class Texts<M extends object> implements ReactiveController {
  /** Tag for `Intl`; changes before its texts are here. */
  locale = 'en';
  /** Settles once the texts of `locale` are here, or cannot be had. */
  ready: Promise<void> | undefined;
  #host: TextsHost<M>;
  #english: M;
  #lazy: LazyTexts<M>;
  #texts: M;

  constructor(host: TextsHost<M>, english: M, lazy: LazyTexts<M>) {
    this.#host = host;
    this.#texts = this.#english = english;
    this.#lazy = lazy;
    host.addController(this);
  }

  /** The texts, the host's `messages` first. */
  get all(): M {
    return { ...this.#texts, ...this.#host.messages };
  }

  /** Writing direction of the texts. */
  get dir(): 'rtl' | 'ltr' {
    return /^(ar|fa|he|ur)\b/.test(this.locale) ? 'rtl' : 'ltr';
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    const { locale, messages } = this.#host;
    let tag = (locale ?? nearestLocale(this.#host)).replace('_', '-');
    const load = this.#lazy[tag.slice(0, 2) as Language];
    try {
      // Numbers must agree with words: a language without texts reads as English in both.
      if (!load && !messages && !/^en/i.test(tag)) tag = 'en';
      new Intl.NumberFormat(tag);
    } catch {
      tag = 'en';
    }
    if (tag === this.locale) return;
    this.locale = tag;
    this.ready = this.#take(tag, load);
  }

  async #take(tag: string, load: (() => Promise<{ default: M }>) | undefined): Promise<void> {
    // A file that does not arrive must not take the widget with it: English is always here.
    const texts = await load?.().catch(() => undefined);
    if (tag !== this.locale) return;
    this.#texts = texts?.default ?? this.#english;
    this.#host.requestUpdate();
  }
}

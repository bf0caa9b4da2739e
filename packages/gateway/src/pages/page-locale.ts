import { chooseLocale, type Language, type Locale } from '@flight-offset/core';
import type { Context } from 'hono';
import type { Env } from '../http/env.ts';

/** Chooses the locale of a page: the parameter `lang`, or else the browser's. */
export function pageLocale({ req }: Context<Env>): Locale {
  return chooseLocale(req.query('lang'), req.header('accept-language'));
}

/** Returns the address of a page in a language or locale: the same path and parameters, with `lang`. */
export function inLanguage({ pathname, searchParams }: URL, lang: Language | Locale['tag']): string {
  const query = new URLSearchParams(searchParams);
  query.set('lang', lang);
  // With two slashes at the beginning, a browser would open another host.
  return `${pathname.replace(/^\/+/, '/')}?${query}`;
}

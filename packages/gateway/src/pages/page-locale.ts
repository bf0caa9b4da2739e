import { chooseLocale, type Language, type Locale } from '@flight-offset/core';
import type { Context } from 'hono';
import type { Env } from '../http/env.ts';

/** The locale in which a page responds: that of the parameter `lang`, else the browser's. */
export function pageLocale({ req }: Context<Env>): Locale {
  return chooseLocale(req.query('lang'), req.header('accept-language'));
}

/** The address of a page in a language or locale: the same path and parameters, with `lang`. */
export function inLanguage({ pathname, searchParams }: URL, lang: Language | Locale['tag']): string {
  const query = new URLSearchParams(searchParams);
  query.set('lang', lang);
  // With two slashes at its beginning, a browser would go to another host.
  return `${pathname.replace(/^\/+/, '/')}?${query}`;
}

import type { Context } from 'hono';
import type { Env } from '../http/env.ts';
import type { Routes } from '../http/routes.ts';
import { STYLE_PATH } from './page.ts';
import { POLL_SCRIPT, POLL_SCRIPT_PATH } from './poll.ts';
import { STYLE } from './style.ts';
import { WEB_FONT, WEB_FONT_PATH } from './web-font.ts';

/**
 * Serves an asset whose path changes with its content: browsers may cache it indefinitely. During an upgrade, a page of
 * another version may request its own asset from this process: it receives this version's, marked as not cacheable.
 */
function asset(path: string, content: string | Uint8Array<ArrayBuffer>, type: string): ReturnType<Routes> {
  const returned = (caching: string) => (context: Context<Env>) =>
    context.body(content, 200, { 'content-type': type, 'cache-control': caching });
  const [, name, end] = /^\/assets\/(.+-)[\da-f]{12}(\..+)$/.exec(path) ?? [];
  return {
    [path]: { GET: returned('public, max-age=31536000, immutable') },
    [`/assets/:file{${name}[0-9a-f]+\\${end}}`]: { GET: returned('no-store') },
  };
}

/** Extension: assets of the pages, which are the style, the font, and the script of pages that wait. */
export const assetRoutes: Routes = () => ({
  ...asset(WEB_FONT_PATH, WEB_FONT, 'font/ttf'),
  ...asset(STYLE_PATH, STYLE, 'text/css; charset=utf-8'),
  ...asset(POLL_SCRIPT_PATH, POLL_SCRIPT, 'text/javascript; charset=utf-8'),
});

import type { Context } from 'hono';
import type { Env } from '../http/env.ts';
import type { Routes } from '../http/routes.ts';
import { STYLE_PATH } from './page.ts';
import { POLL_SCRIPT, POLL_SCRIPT_PATH } from './poll.ts';
import { STYLE } from './style.ts';
import { WEB_FONT, WEB_FONT_PATH } from './web-font.ts';

/** An asset whose address changes with its content may be kept for ever. */
function kept(context: Context<Env>, content: string | Uint8Array<ArrayBuffer>, type: string): Response {
  const headers = { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' };
  return context.body(content, 200, headers);
}

/** What the pages are made with: style, font, and the script of those which wait. Extension. */
export const assetRoutes: Routes = () => ({
  [WEB_FONT_PATH]: { GET: (context) => kept(context, WEB_FONT, 'font/ttf') },
  [STYLE_PATH]: { GET: (context) => kept(context, STYLE, 'text/css; charset=utf-8') },
  [POLL_SCRIPT_PATH]: { GET: (context) => kept(context, POLL_SCRIPT, 'text/javascript; charset=utf-8') },
});

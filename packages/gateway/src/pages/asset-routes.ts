import { readFile } from 'node:fs/promises';
import type { Context } from 'hono';
import type { Env, Routes } from '../http/routes.ts';
import { REGULAR_FONT } from './font.ts';
import { LOOK_AGAIN, LOOK_AGAIN_PATH } from './look-again.ts';
import { STYLE_PATH } from './page.ts';
import { FONT_PATH, STYLE } from './style.ts';

/** An asset whose address changes with its content may be kept for ever. */
function kept(context: Context<Env>, content: string | Uint8Array<ArrayBuffer>, type: string): Response {
  const headers = { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' };
  return context.body(content, 200, headers);
}

/** What the pages are made with: style, font, and the script of those which wait. Extension. */
export const assetRoutes: Routes = () => ({
  [FONT_PATH]: {
    GET: async (context) => kept(context, new Uint8Array(await readFile(REGULAR_FONT)), 'font/ttf'),
  },
  [STYLE_PATH]: { GET: (context) => kept(context, STYLE, 'text/css; charset=utf-8') },
  [LOOK_AGAIN_PATH]: { GET: (context) => kept(context, LOOK_AGAIN, 'text/javascript; charset=utf-8') },
});

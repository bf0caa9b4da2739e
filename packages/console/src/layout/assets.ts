import { createHash } from 'node:crypto';
import { forAnyone, type Route } from '../http/route.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** A path that changes with what it returns, so that browsers may keep it for ever. */
function pathOf(end: string, content: string): string {
  return `/assets/console-${createHash('sha256').update(content).digest('hex').slice(0, 12)}.${end}`;
}

const STYLE_PATH = pathOf('css', STYLE);
const SCRIPT_PATH = pathOf('js', SCRIPT);

/** Addresses of what every page is made with. */
export const ASSETS: Readonly<Record<'style' | 'script', string>> = {
  style: `/console${STYLE_PATH}`,
  script: `/console${SCRIPT_PATH}`,
};

function asset(path: string, content: string, type: string): Route {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  };
  return forAnyone('GET', path, async () => new Response(content, { headers }));
}

/** Style sheet and script. */
export const assetRoutes: readonly Route[] = [
  asset(STYLE_PATH, STYLE, 'text/css'),
  asset(SCRIPT_PATH, SCRIPT, 'text/javascript'),
];

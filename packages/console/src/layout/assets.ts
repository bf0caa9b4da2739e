import { createHash } from 'node:crypto';
import { forAnyone, type Route } from '../http/route.ts';
import { SCRIPT } from './script.ts';
import { SESSION_END_SCRIPT } from './session-end.ts';
import { STYLE } from './style.ts';

interface Asset {
  /** URL of this version's asset, which changes with its content: browsers may keep it without limit. */
  readonly address: string;
  readonly route: Route;
}

/**
 * Creates an asset. During an upgrade, a page of another version may request its asset from this process: it gets this
 * version's, which nobody may cache.
 */
function asset(file: string, content: string, type: string): Asset {
  const version = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const route = forAnyone('GET', `/assets/:version/${file}`, async ({ params }) => {
    const headers = {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': params.version === version ? 'public, max-age=31536000, immutable' : 'no-store',
      'x-content-type-options': 'nosniff',
    };
    return new Response(content, { headers });
  });
  return { address: `/console/assets/${version}/${file}`, route };
}

const style = asset('console.css', STYLE, 'text/css');
const script = asset('console.js', SCRIPT + SESSION_END_SCRIPT, 'text/javascript');

/** URLs of the assets of every page. */
export const ASSETS: Readonly<Record<'style' | 'script', string>> = {
  style: style.address,
  script: script.address,
};

/** Style sheet and script. */
export const assetRoutes: readonly Route[] = [style.route, script.route];

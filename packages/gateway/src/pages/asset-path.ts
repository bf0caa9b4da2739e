import { createHash } from 'node:crypto';

/**
 * Returns the path of an asset. It changes with the content, so that browsers may cache it indefinitely.
 * @example
 * assetPath('pay', STYLE, 'css'); // '/assets/pay-0123456789ab.css'
 */
export function assetPath(name: string, content: string | Uint8Array, ending: string): string {
  return `/assets/${name}-${createHash('sha256').update(content).digest('hex').slice(0, 12)}.${ending}`;
}

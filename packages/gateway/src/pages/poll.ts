import { assetPath } from './asset-path.ts';

const EVERY_MS = 3000;
/** A request that hangs, as on a phone in a tunnel, would end the polling. Older browsers cannot abort it. */
const TIMEOUT_MS = 20_000;

/**
 * Polls while the page waits for a payment, and reloads it only once its state has changed, so that people who read it
 * or have it read aloud are not disturbed. A temporary error, such as a proxy's while the gateway restarts, is not
 * another state. Without scripts the page's "Check again" link does the same.
 */
export const POLL_SCRIPT: string = `
const waits = async () => {
  const signal = AbortSignal.timeout?.(${TIMEOUT_MS});
  const response = await fetch(location.href, { headers: { accept: 'text/html' }, signal });
  if (response.status === 429 || response.status >= 500) return true;
  return new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('[data-waits]') !== null;
};
const poll = async () => {
  if (await waits().catch(() => true)) setTimeout(poll, ${EVERY_MS});
  else location.replace(location.href.split('#')[0]);
};
setTimeout(poll, ${EVERY_MS});
`;

/** Path of the script. */
export const POLL_SCRIPT_PATH: string = assetPath('poll', POLL_SCRIPT, 'js');

import { createHash } from 'node:crypto';

const EVERY_MS = 3000;

/**
 * Looks again by itself on a page that waits, and shows what there is only once it is something else: who reads the
 * page, or has it read, is not disturbed. Without it the page's own link does the same.
 */
export const LOOK_AGAIN: string = `
const waits = async () => {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  return new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[data-waits]') !== null;
};
const look = async () => {
  if (await waits().catch(() => true)) setTimeout(look, ${EVERY_MS});
  else location.replace(location.href);
};
setTimeout(look, ${EVERY_MS});
`;

/** Address of the script; it changes with its content, so that it may be kept for ever. */
export const LOOK_AGAIN_PATH: string = `/assets/look-again-${createHash('sha256').update(LOOK_AGAIN).digest('hex').slice(0, 12)}.js`;

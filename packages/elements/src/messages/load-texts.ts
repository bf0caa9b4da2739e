import type { TextSet } from './texts.ts';

/**
 * Fetches the texts of one set in the language of `tag`; `undefined` for English and when they do not arrive. Where
 * each file is comes from a module of its own: pages in English, which is built in, need none of it.
 */
export async function loadTexts<M>(set: TextSet, tag: string): Promise<M | undefined> {
  if (/^en/.test(tag)) return;
  try {
    const { texts } = await import('./texts.ts');
    return (await texts[set][tag.slice(0, 2) as 'de']()).default as M;
  } catch {
    return;
  }
}

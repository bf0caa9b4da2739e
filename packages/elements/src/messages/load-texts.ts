import type { TextSet } from './texts.ts';

/**
 * Loads the messages of one set in the language of `tag`; `undefined` for English and if that fails. The table of
 * files is a module of its own, which pages in English do not load.
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

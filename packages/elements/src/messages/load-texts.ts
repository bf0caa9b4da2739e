import { type Language, languageOf } from './languages.ts';
import type { TextSet } from './texts.ts';

/**
 * Loads the messages of one set in the language of `tag`; `undefined` for English and if that fails. The table of
 * files is a module of its own, which pages in English do not load.
 */
export async function loadTexts<M>(set: TextSet, tag: string): Promise<M | undefined> {
  const language = languageOf(tag);
  try {
    if (language !== 'en') {
      return (await (await import('./texts.ts')).textsIn(set, language as Language)) as M;
    }
  } catch {
    // The built-in English is used then.
  }
}

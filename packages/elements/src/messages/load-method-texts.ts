import { languageOf } from './languages.ts';
import type { MethodMessages } from './method/method-messages.ts';

/** Loads the messages of the details in the language of `tag`, or else in English; `undefined` if that fails. */
export async function loadMethodTexts(tag: string): Promise<MethodMessages | undefined> {
  try {
    const { methodTexts } = await import('./method/method-texts.ts');
    return (await (methodTexts[languageOf(tag) as 'en'] ?? methodTexts.en)()).default;
  } catch {
    // Lines that need no messages remain.
  }
}

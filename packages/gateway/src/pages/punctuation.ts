import type { Language, Locale } from '@flight-offset/core';

/** Signs between texts that the code joins, as in English, with the spaces around them. */
const SIGNS = { stop: '. ', comma: ', ', colon: ': ', semicolon: '; ', space: ' ' } as const;

/** Those of other languages, where they differ. */
const OTHER: Partial<Record<Language, Partial<Record<keyof typeof SIGNS, string>>>> = {
  ar: { comma: '، ', semicolon: '؛ ' },
  fr: { colon: '\u00a0: ', semicolon: '\u202f; ' },
  hi: { stop: '। ' },
  ja: { stop: '。', comma: '、', colon: '：', semicolon: '；', space: '' },
};

/** A name that keeps its own direction, whatever the direction of the text around it. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** A punctuation mark as a language writes it. */
export function signOf(name: keyof typeof SIGNS, { language }: Locale): string {
  return OTHER[language]?.[name] ?? SIGNS[name];
}

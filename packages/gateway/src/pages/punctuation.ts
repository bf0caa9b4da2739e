import type { Language, Locale } from '@flight-offset/core';

/** Punctuation between texts that the code joins, as in English, with its spaces. */
const SIGNS = { stop: '. ', comma: ', ', colon: ': ', semicolon: '; ', space: ' ' } as const;

/** Punctuation of other languages, if it differs. */
const OTHER: Partial<Record<Language, Partial<Record<keyof typeof SIGNS, string>>>> = {
  ar: { comma: '، ', semicolon: '؛ ' },
  fr: { colon: '\u00a0: ', semicolon: '\u202f; ' },
  hi: { stop: '। ' },
  ja: { stop: '。', comma: '、', colon: '：', semicolon: '；', space: '' },
};

/** Isolates a name, so that it keeps its direction in any text. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** Returns a punctuation mark of a language. */
export function signOf(name: keyof typeof SIGNS, { language }: Locale): string {
  return OTHER[language]?.[name] ?? SIGNS[name];
}

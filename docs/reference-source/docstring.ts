/** Returns the prose of a docstring, up to its first tag, in one line; links become code. */
export function proseOf(comment: string): string {
  return comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/(?:^@|(?<=\s)@(?:param|returns|throws|example|default)\b)[\s\S]*/m, '')
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim();
}

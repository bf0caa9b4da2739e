import type { MarkdownRenderer } from 'vitepress';

/** A figure, a space and the unit after it, the next three digits, or a slash and another figure. */
const FIGURE =
  /(?<=\d) (?=(?:×|%|kg|km|[kMG]i?B|ms|s|h|t)(?![\w])|(?<=(?<!\d)\d{1,3} )\d{3}(?!\d)|\/ \d)|(?<=\d \/) (?=\d)/g;

/** Keeps a figure, its groups of digits, its unit and its pair on one line, above all in the columns of a table. */
export function keepFiguresWhole(md: MarkdownRenderer): void {
  const { text } = md.renderer.rules;
  if (!text) throw new Error('Markdown has no rule for text');
  md.renderer.rules.text = (...args) => text(...args).replace(FIGURE, '\u00a0');
}

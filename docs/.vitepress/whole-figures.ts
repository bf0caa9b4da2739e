import type { MarkdownRenderer } from 'vitepress';

/** A figure, a space and the unit behind it. */
const FIGURE = /(?<=\d) (?=(?:×|%|kg|[kMG]i?B|ms|s|h|t)(?![\w]))/g;

/** Keeps a figure and its unit on one line, in the columns of a table above all. */
export function figuresStayWhole(md: MarkdownRenderer): void {
  const { text } = md.renderer.rules;
  if (!text) throw new Error('Markdown has no rule for text');
  md.renderer.rules.text = (...args) => text(...args).replace(FIGURE, '\u00a0');
}

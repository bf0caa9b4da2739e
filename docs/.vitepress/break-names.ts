import type { MarkdownRenderer } from 'vitepress';

/** Where a long name may be broken: behind `_` and `/`. */
const BREAK = /(?<=[A-Za-z0-9}][_/])(?=[A-Za-z0-9{])/g;

/** A name that is too long for a cell of a table on a phone. */
const LONG = /[^\s<>]{17,}/g;

/** What stays on one line: an option of a command, which would break behind its first hyphen, and a card number. */
const WHOLE = /(?<![\w-])--[a-z][a-z-]*|(?:\d{4} ){3}\d{4}/g;

/**
 * Long names in code may be broken behind `_` and `/`: in a table on a phone they would break at any letter otherwise.
 * Short names, options and card numbers stay whole. What is copied and searched stays the same.
 */
export function longNamesBreak(md: MarkdownRenderer): void {
  const render = md.renderer.rules.code_inline;
  if (!render) throw new Error('Markdown has no rule for code in a line');
  md.renderer.rules.code_inline = (...args) =>
    render(...args)
      .replace(LONG, (name) => name.replace(BREAK, '<wbr>'))
      .replace(WHOLE, '<span class="whole">$&</span>');
}

import type { MarkdownRenderer } from 'vitepress';

/**
 * Long names in code may be broken behind `_` and `/`: in a table on a phone they would break at any letter otherwise.
 * What is copied and searched stays the same.
 */
export function longNamesBreak(md: MarkdownRenderer): void {
  const render = md.renderer.rules.code_inline;
  if (!render) throw new Error('Markdown has no rule for code in a line');
  md.renderer.rules.code_inline = (...args) =>
    render(...args).replace(/(?<=[A-Za-z0-9}][_/])(?=[A-Za-z0-9{])/g, '<wbr>');
}

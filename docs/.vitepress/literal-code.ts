import type { MarkdownRenderer } from 'vitepress';

/** Makes inline code literal: braces in it are not expressions of Vue. Blocks of code are literal already. */
export function makeInlineCodeLiteral(md: MarkdownRenderer): void {
  const render = md.renderer.rules.code_inline;
  if (!render) throw new Error('Markdown has no rule for code in a line');
  md.renderer.rules.code_inline = (tokens, index, ...rest) => {
    tokens[index]?.attrSet('v-pre', '');
    return render(tokens, index, ...rest);
  };
}

import type { MarkdownRenderer } from 'vitepress';

/** Code in a line stands as it is written: braces in it are no expressions of Vue. Blocks of code have this already. */
export function inlineCodeIsLiteral(md: MarkdownRenderer): void {
  const render = md.renderer.rules.code_inline;
  if (!render) throw new Error('Markdown has no rule for code in a line');
  md.renderer.rules.code_inline = (tokens, index, ...rest) => {
    tokens[index]?.attrSet('v-pre', '');
    return render(tokens, index, ...rest);
  };
}

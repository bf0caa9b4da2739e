import type { MarkdownRenderer } from 'vitepress';

/** Makes a table's empty corner a cell: a screen reader would announce a header without a name. */
export function turnEmptyHeadersIntoCells(md: MarkdownRenderer): void {
  md.core.ruler.push('empty_headers_are_cells', ({ tokens }) => {
    tokens.forEach((token, index) => {
      const [content, end] = [tokens[index + 1], tokens[index + 2]];
      if (token.type === 'th_open' && content?.content === '' && end) token.tag = end.tag = 'td';
    });
  });
}

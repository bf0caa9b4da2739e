import { basename } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

type Tokens = Parameters<NonNullable<MarkdownRenderer['renderer']['rules']['fence']>>[0];

/** Tests whether a block is in a group of tabs, which has its title already. */
function isInGroup(tokens: Tokens, index: number): boolean {
  const before = tokens.slice(0, index);
  const last = before.findLastIndex(({ type }) => type.startsWith('container_code-group'));
  return before[last]?.type === 'container_code-group_open';
}

/** Returns the path of the file of a block of code, as a reader of the repository or of a quickstart knows it. */
export function fileTitle(source: string | undefined, title: string): string {
  const inRepository = source && /examples\/(?!quickstart\/).*/.exec(source)?.[0];
  return source && inRepository && title === basename(source) ? inRepository : title;
}

/** Writes the file name above each block of code taken from a file or a part of it. */
export function fileTitles(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  if (!fence) throw new Error('The Markdown renderer has no rule for code blocks');
  md.renderer.rules.fence = (...args) => {
    const [tokens, index] = args;
    const { info, meta } = tokens[index] as Tokens[number];
    const title = /\[(.*)\]/.exec(info)?.[1];
    if (!title || isInGroup(tokens, index)) return fence(...args);
    const { src, region } = (meta ?? {}) as { src?: string; region?: string };
    const name = md.utils.escapeHtml(fileTitle(src, title));
    return `<div class="code-file"><div class="file-title"><code>${name}</code>${region ? ' (excerpt)' : ''}</div>${fence(...args)}</div>`;
  };
}

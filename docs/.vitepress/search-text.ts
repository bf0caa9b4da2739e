import type { DefaultTheme, MarkdownRenderer } from 'vitepress';
import { generatedPage } from './generated-page.ts';

type Render = NonNullable<DefaultTheme.LocalSearchOptions['_render']>;

/** Renderings that are only for the search. */
const searchRenderings = new WeakSet<object>();

/**
 * Returns the text of a page that the search indexes: of its file or, for a page of the reference, of its generated
 * Markdown.
 */
export const searchText: Render = async (source, env, md) => {
  const name = /^reference\/(.+)\.md$/.exec(env.relativePath)?.[1];
  const generated = source === '' && name ? await generatedPage(name) : undefined;
  searchRenderings.add(env);
  const html = await md.renderAsync(generated ?? source, env);
  return env.frontmatter?.search === false ? '' : html;
};

/** Leaves out the colours of code for the search, which would take longer than everything else. */
export function omitColoursFromSearch(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  if (!fence) throw new Error('The Markdown renderer has no rule for code blocks');
  md.renderer.rules.fence = (...block) => {
    const [tokens, index, options, env, self] = block;
    if (!searchRenderings.has(env)) return fence(...block);
    return fence(tokens, index, { ...options, highlight: null }, env, self);
  };
}

/**
 * Splits a text or a query into words: names such as `GATEWAY_PORT` stay whole too, or every page with one of their
 * parts would come before the one that explains them. The page gets this function's source text: it must be
 * self-contained.
 */
export function searchWords(text: string): string[] {
  const names = text.match(/\w+_\w+/g) ?? [];
  return [...text.split(/[\n\r\p{Z}\p{P}]+/u), ...names];
}

import type { DefaultTheme, MarkdownRenderer } from 'vitepress';
import { generatedPage } from './generated-page.ts';

type Render = NonNullable<DefaultTheme.LocalSearchOptions['_render']>;

/** What is rendered for the search, and not to be seen. */
const unseen = new WeakSet<object>();

/** What the search indexes of a page: its file or, where the reference generates it, what it generates. */
export const searchText: Render = async (source, env, md) => {
  const name = /^reference\/(.+)\.md$/.exec(env.relativePath)?.[1];
  const generated = source === '' && name ? await generatedPage(name) : undefined;
  unseen.add(env);
  const html = await md.renderAsync(generated ?? source, env);
  return env.frontmatter?.search === false ? '' : html;
};

/** Code is coloured for readers alone: for the search it would take longer than all else, to be thrown away. */
export function searchHasNoColours(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  if (!fence) throw new Error('The Markdown renderer has no rule for code blocks');
  md.renderer.rules.fence = (tokens, index, options, env, self) =>
    fence(tokens, index, unseen.has(env) ? { ...options, highlight: null } : options, env, self);
}

/**
 * The words of a text, and of a query: names such as `GATEWAY_PORT` whole too, or every page that has one of their parts
 * would come before the one that explains them. The page gets the text of this function: it may use nothing around it.
 */
export function searchWords(text: string): string[] {
  const names = text.match(/\w+_\w+/g) ?? [];
  return [...text.split(/[\n\r\p{Z}\p{P}]+/u), ...names];
}

import type { DefaultTheme } from 'vitepress';
import { generatedPage } from './generated-page.ts';

type Render = NonNullable<DefaultTheme.LocalSearchOptions['_render']>;

/** What the search indexes of a page: its file or, where the reference generates it, what it generates. */
export const searchText: Render = async (source, env, md) => {
  const name = /^reference\/(.+)\.md$/.exec(env.relativePath)?.[1];
  const generated = source === '' && name ? await generatedPage(name) : undefined;
  const html = await md.renderAsync(generated ?? source, env);
  return env.frontmatter?.search === false ? '' : html;
};

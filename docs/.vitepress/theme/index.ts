import type { Theme } from 'vitepress';
import NotFound from 'vitepress/dist/client/theme-default/NotFound.vue';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './storage.ts';
import './tokens.css';
import './site.css';
import './sandbox/sandbox.css';
import './sandbox/pages.css';
import './sandbox/charts.css';
import { ignoreSlash } from './one-key.ts';
import { announce } from './spoken.ts';

if (typeof document !== 'undefined') {
  announce();
  ignoreSlash();
}

/** Every other page has its content in `main`. */
const Layout = () => h(DefaultTheme.Layout, null, { 'not-found': () => h('main', h(NotFound)) });

export default { extends: DefaultTheme, Layout } satisfies Theme;

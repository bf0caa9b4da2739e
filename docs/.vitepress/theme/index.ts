import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import './storage.ts';
import './tokens.css';
import './site.css';
import './sandbox/sandbox.css';
import './sandbox/pages.css';
import './sandbox/charts.css';

export default { extends: DefaultTheme } satisfies Theme;

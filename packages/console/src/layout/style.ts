import { NARROW } from './narrow.ts';
import { FORM_STYLE } from './style-forms.ts';
import { PART_STYLE } from './style-parts.ts';

/** Tokens and frame of every page: sidebar and main column; on a narrow screen, the sidebar is a row above. */
const FRAME_STYLE = `
:root {
  color-scheme: light dark;
  --ink: #141a24; --soft: #5b6474; --line: #dfe3ea; --paper: #ffffff; --wash: #f5f7fb; --ground: #eef0f4;
  --accent: #2346c7; --on-accent: #ffffff; --tint: #e6ebfb; --bad: #a3231f; --bad-tint: #fbe9e7;
  --wait: #7a4b00; --wait-tint: #fbf0dc;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #eef1f6; --soft: #a3adbd; --line: #2b3342; --paper: #151b26; --wash: #1b2330; --ground: #0d1118;
    --accent: #8ea8ff; --on-accent: #10152a; --tint: #232f52; --bad: #ffb4ab; --bad-tint: #43211f;
    --wait: #f0c887; --wait-tint: #3c2f17;
  }
}
*, ::before, ::after { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 0.9375rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; font-variant-numeric: tabular-nums;
}
a { color: var(--accent); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: 16px; top: 0; translate: 0 -100%; z-index: 2; padding: 10px 16px; background: var(--paper); border-radius: 10px; }
.skip:focus { top: 10px; translate: none; }
.frame { display: grid; grid-template-columns: 14rem minmax(0, 1fr); min-height: 100vh; }
.side { padding: 26px 14px; background: var(--paper); border-inline-end: 1px solid var(--line); }
.mark { display: flex; align-items: center; gap: 10px; padding: 0 10px; color: var(--ink); font-weight: 640; text-decoration: none; }
.mark svg { flex: none; color: var(--accent); }
.side .whose { margin: 22px 10px 10px; }
.whose strong { display: block; font-weight: 600; overflow-wrap: anywhere; }
.whose a, .whose span { color: var(--soft); font-size: 0.8125rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: block; padding: 6px 10px; border-radius: 8px; color: var(--soft); text-decoration: none; }
nav li a:hover { background: var(--wash); color: var(--ink); }
nav li a[aria-current] { background: var(--wash); color: var(--ink); font-weight: 600; }
.column { display: flex; flex-direction: column; min-width: 0; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 16px; padding: 12px 34px; min-height: 56px; font-size: 0.8125rem; color: var(--soft); border-bottom: 1px solid var(--line); background: var(--paper); }
.top form { margin: 0; }
.top .who { margin-inline-start: auto; text-align: end; }
.top strong { color: var(--ink); font-weight: 600; }
main { width: 100%; max-width: 70rem; padding: 30px 34px 64px; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; font-weight: 640; text-wrap: balance; overflow-wrap: anywhere; }
h2 { margin: 0 0 14px; font-size: 1rem; line-height: 1.3; font-weight: 640; }
p { margin: 0 0 14px; text-wrap: pretty; }
code, pre { font: 0.8125rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.small { font-size: 0.8125rem; }
.head { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 12px 16px; margin-bottom: 22px; }
.head .under { margin: 4px 0 0; color: var(--soft); }
.head .acts { display: flex; flex-wrap: wrap; gap: 8px; margin-inline-start: auto; }
.crumb { margin: 0 0 6px; font-size: 0.8125rem; }
.crumb a { color: var(--soft); }
.card { margin: 0 0 22px; padding: 22px; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; }
.card > :last-child { margin-bottom: 0; }
.columns { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 3fr); gap: 22px; align-items: start; }
.gate { max-width: 28.75rem; margin: 0 auto; padding: 8vh 16px 40px; }
.gate .mark { margin-bottom: 22px; padding: 0; }
.gate .card { padding: 30px; }
.gate details { margin: 14px 0 18px; }
.gate h1 { margin-bottom: 10px; font-size: 1.375rem; }
@media (max-width: 65em) { .columns { grid-template-columns: minmax(0, 1fr); gap: 0; } }
/* Paddings do not shrink with small letters: these have no more columns in a window than usual ones. */
@media (max-width: 62.5em), (max-width: 1000px) {
  .frame { display: block; }
  .side { padding: 14px 16px 0; border: 0; border-bottom: 1px solid var(--line); }
  .side .mark { padding: 0; }
  .side .whose { margin: 12px 0 8px; }
  nav ul { display: flex; flex-wrap: wrap; gap: 0 6px; margin: 0 -8px; padding-bottom: 4px; }
  nav li a { padding: 6px 8px; border-radius: 0; white-space: nowrap; }
  nav li a:hover { background: none; }
  nav li a[aria-current] { background: none; box-shadow: inset 0 -2px var(--accent); }
  .top { padding: 8px 16px; min-height: 0; background: none; border: 0; }
  .top .who { margin-inline-start: 0; text-align: start; }
  main { padding: 14px 16px 48px; }
}
@media ${NARROW} {
  .card { margin-bottom: 14px; padding: 16px; }
  .head .acts { margin-inline-start: 0; }
}
@media print { nav, .top, .skip, .acts, .pager, form, button, .button, [data-column='Actions'], .card:has(> form:only-child) { display: none !important; } body { background: none; } }
@media (prefers-reduced-motion: no-preference) { a, button { transition: background-color 120ms, color 120ms; } }
`;

/** Style sheet of the console. */
export const STYLE: string = FRAME_STYLE + PART_STYLE + FORM_STYLE;

import { WEB_FONT_PATH } from './web-font.ts';

/** Style of the payment page and the receipt: one column, tokens for light and dark, a merchant's accent. */
export const STYLE: string = `
@font-face {
  font-family: 'Page Devanagari'; font-weight: 400; unicode-range: U+0900-097F, U+A8E0-A8FF;
  font-display: swap; src: local('Noto Sans Devanagari'), local('Kohinoor Devanagari'), local('Nirmala UI'), local('Mangal'),
    url('${WEB_FONT_PATH}') format('truetype');
}
:root {
  color-scheme: light dark;
  --ink: #141a24; --soft: #5b6474; --line: #dfe3ea; --paper: #ffffff; --wash: #f5f7fb; --ground: #eef0f4;
  --accent: #2346c7; --on-accent: #ffffff; --off-accent: #000000; --bad: #a3231f;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #eef1f6; --soft: #a3adbd; --line: #2b3342; --paper: #151b26; --wash: #1b2330; --ground: #0d1118;
    --accent: #8ea8ff; --on-accent: #10152a; --off-accent: #ffffff; --bad: #ffb4ab;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 36px 16px; background: var(--ground); color: var(--ink);
  font: 0.9375rem/1.5 'Page Devanagari', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  font-variant-numeric: tabular-nums;
}
main {
  max-width: 32.5rem; margin: 0 auto; padding: 32px; background: var(--paper);
  border: 1px solid var(--line); border-radius: 14px;
}
main > :last-child, .note > :last-child { margin-bottom: 0; }
header { margin-bottom: 20px; overflow-wrap: anywhere; }
header p { margin: 0; color: var(--soft); }
/* Of its height before it is here: one that comes late would move Pay to where Cancel was. */
.logo { display: block; height: 32px; max-width: 160px; margin-bottom: 12px; object-fit: contain; }
h1 { margin: 2px 0 4px; font-size: 1.375rem; line-height: 1.25; font-weight: 640; text-wrap: balance; word-break: auto-phrase; }
h2 { margin: 28px 0 8px; font-size: 1.0625rem; line-height: 1.3; font-weight: 640; }
p { margin: 0 0 20px; }
dl { margin: 0; }
dl > div { display: grid; grid-template-columns: minmax(0, 1fr) fit-content(70%); column-gap: 16px; padding: 12px 0; border-top: 1px solid var(--line); }
dt { overflow-wrap: anywhere; }
dd { margin: 0; justify-self: end; text-align: end; }
.detail { grid-column: 1 / -1; justify-self: start; text-align: start; color: var(--soft); font-size: 0.8125rem; overflow-wrap: anywhere; }
dl > .total { border-top: 2px solid var(--ink); font-size: 1.125rem; font-weight: 640; }
a { color: var(--accent); text-underline-offset: 2px; }
code { font: 0.8125rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
fieldset { margin: 20px 0 0; padding: 14px 16px; border: 0; border-radius: 10px; background: var(--wash); }
legend { float: left; width: 100%; margin-bottom: 6px; padding: 0; font-weight: 600; }
fieldset label { display: flex; clear: both; gap: 10px; align-items: center; min-height: 34px; padding: 3px 0; line-height: 1.35; }
input[type='radio'] { flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
button, .button {
  display: block; width: 100%; min-height: 46px; padding: 11px 16px; border: 0; border-radius: 10px;
  font: inherit; text-align: center; cursor: pointer; text-decoration: none;
}
button.main, .button.main {
  margin-top: 20px; background: var(--accent); color: var(--on-accent); font-weight: 600;
  /* An accent as pale or as dark as the page still has an edge. */
  box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--accent) 60%, var(--ink));
}
/* Away from the colour of its words, so that these read no worse. */
button.main:hover, .button.main:hover { background: color-mix(in srgb, var(--accent) 88%, var(--off-accent)); }
/* The law wants it prominent. */
.button.withdraw { margin-top: 10px; border: 1px solid var(--soft); color: var(--ink); }
button.quiet, .button.quiet { margin-top: 6px; background: none; color: var(--soft); }
button.quiet:hover, .button.quiet:hover { color: var(--ink); text-decoration: underline; }
.time { display: flex; flex-wrap: wrap; gap: 0 16px; align-items: baseline; margin: 16px 0 0; color: var(--soft); font-size: 0.8125rem; }
.time p { margin: 0; }
button.inline { width: auto; min-height: 28px; padding: 4px 0; background: none; color: var(--ink); text-decoration: underline; text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
.note { margin: 20px 0 0; padding-top: 18px; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.8125rem; }
.note p { margin: 0 0 8px; }
.note p, .detail { text-wrap: pretty; }
.sandbox { padding: 10px 14px; border-radius: 10px; background: var(--wash); color: var(--soft); font-size: 0.8125rem; }
.problem { margin: 14px 0 0; color: var(--bad); font-weight: 600; }
.links { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 16px 0 0; padding: 0; list-style: none; }
.links a, .languages a { display: inline-block; padding: 4px 0; }
.languages { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 18px; max-width: 32.5rem; margin: 12px auto 0; padding: 0; list-style: none; font-size: 0.8125rem; }
.languages a { color: var(--soft); }
@media (max-width: 26.25em) {
  body { padding: 0; background: var(--paper); }
  main { border: 0; border-radius: 0; padding: 24px 16px; }
  .languages { padding: 0 16px 24px; }
}
/* Where letters are large on a phone, words such as Bezahlt have no room beside an amount. */
@media (max-width: 16em) { dl > div { grid-template-columns: minmax(0, 1fr); } dd { justify-self: start; text-align: start; } }
@media (forced-colors: active) { button, .button { border: 1px solid; } }
@media print {
  body { background: none; padding: 0; } main { border: 0; padding: 0; } form, .links, .languages, .button { display: none; }
}
`;

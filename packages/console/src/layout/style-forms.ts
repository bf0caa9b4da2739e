import { NARROW } from './narrow.ts';

/** Forms, fields, buttons. */
export const FORM_STYLE: string = `
button, .button {
  display: inline-block; min-height: 40px; padding: 7px 14px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--paper); color: var(--ink); font: inherit; font-weight: 500; text-decoration: none; text-align: center; cursor: pointer;
}
button:hover, .button:hover { background: var(--wash); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
button.main:hover { background: color-mix(in srgb, var(--accent) 88%, var(--ink)); }
button.danger, .button.danger { color: var(--bad); }
button.link { min-height: 0; padding: 0; border: 0; background: none; color: var(--accent); font-weight: 400; text-decoration: underline; text-underline-offset: 2px; }
.buttons { display: flex; flex-wrap: wrap; gap: 10px 12px; margin: 0; }
button.wide { width: 100%; min-height: 46px; }
form { margin: 0; }
label { display: block; margin-bottom: 4px; font-size: 0.8125rem; font-weight: 500; }
label .hint, .hint { display: block; color: var(--soft); font-size: 0.8125rem; font-weight: 400; }
input, select {
  width: 100%; height: 2.5rem; padding: 7px 10px; border: 1px solid color-mix(in srgb, var(--soft) 85%, var(--paper));
  border-radius: 8px; background: var(--paper); color: var(--ink); font: inherit;
}
/* Safari on a phone enlarges the page where a field with smaller text has the focus, and leaves it so. */
@media (pointer: coarse) { input, select { font-size: max(16px, 1em); } }
input[type='radio'] { width: 18px; min-height: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
.field { margin-bottom: 16px; }
.fields { display: flex; flex-wrap: wrap; gap: 10px 12px; align-items: flex-start; }
.fields > button { margin-top: 1.5rem; }
.fields > * { flex: 0 1 auto; min-width: 0; margin: 0; }
.fields .grow { flex: 1 1 13.75rem; }
.filters { align-items: flex-end; margin-bottom: 18px; }
fieldset { min-width: 0; margin: 0 0 16px; padding: 0; border: 0; }
legend { padding: 0; margin-bottom: 6px; font-size: 0.8125rem; font-weight: 500; }
.choice { display: flex; gap: 10px; align-items: flex-start; padding: 5px 0; font-size: 0.9375rem; font-weight: 400; }
.choice input { flex: none; margin-top: 2px; }
@media (min-width: 62.5625em) and (max-width: 66.875em) { .filters .grow { flex-basis: 100%; } }
@media ${NARROW} { .fields > * { flex: 1 1 8.125rem; } .fields > button { flex: 0 0 auto; align-self: flex-end; margin-top: 0; } .fields:has(.hint) > .field { flex-basis: 100%; } }
`;

import { type CSSResult, css } from 'lit';

/**
 * Base styles of every element: one card. All colours derive from the inherited text colour (a light one means a dark
 * page) and one accent, so that a dark page needs no setting. `all: initial` keeps the page's inherited text styles
 * out; those that may come in are named.
 *
 * Accent and lines are `--offset_a` and `--offset_l` inside, which are not tokens: a page's `@property` holds in shadow
 * roots too, and one for `--accent`, a name on many pages, made the button's words and the mark of the picked option
 * invisible.
 *
 * `all` comes first: Chromium reports custom properties before it as `initial` to scripts, and extensions such as Dark
 * Reader, which derive their colours from the reported values, left the pay button without a background.
 */
export const cardStyles: CSSResult = css`
  :host(:not([hidden])) {
    display: block;
    min-width: min(240px, 100%);
  }
  .card {
    all: initial;
    background: var(--offset-surface, oklch(from currentColor clamp(.22, (.65 - l) * 99, 1) clamp(0, (l - .65) * 99, .02) 266 / 1));
    --offset_a: var(--offset-accent,oklch(from currentColor clamp(.45,(l - .65) * 99,.75) clamp(.12,(.65 - l) * 99,.2) 266 / 1));
    --offset_l: var(--offset-border,oklch(from currentColor l c h / .15));
    overflow: hidden;
    font-size: .9375em;
    line-height: 1.5;
    overflow-wrap: anywhere;
    display: block;
    border: 1px solid var(--offset_l);
    border-radius: var(--offset-radius, 14px);
    color: var(--offset-text, inherit);
    color-scheme: inherit;
    visibility: inherit;
    pointer-events: inherit;
    font-family: var(--offset-font,inherit);
    font-variant-numeric: tabular-nums;
  }
  .card > *,
  .card > slot > *,
  .card > ::slotted(*) {
    padding: min(3%, 16px) min(5%, 20px);
    border-bottom: 1px solid var(--offset_l);
  }
  .card > :last-child {
    border: 0;
  }
  p {
    margin: 0;
  }
  b {
    font-weight: 600;
  }
  a,
  button,
  input {
    color: inherit;
    font: inherit;
  }
  .note,
  .soft {
    color: var(--offset-text-muted, oklch(from currentColor clamp(.48, (l - .65) * 99, .75) calc(c / 4) h));
  }
  .note {
    font-size: .87em;
  }
  .row {
    display: flex;
    justify-content: space-between;
    flex-wrap: wrap;
    column-gap: 14px;
  }
  button {
    margin-top: 12px;
    padding: 10px 14px;
    border: 1px solid var(--offset_l);
    border-radius: 10px;
    background: none;
    cursor: pointer;
  }
  :focus-visible {
    outline: 2px solid var(--offset_a);
    outline-offset: 2px;
  }
  @media (prefers-contrast: more) {
    .card {
      --offset_l: currentColor;
    }
  }
`;

import { type CSSResult, css } from 'lit';

/** The offer: the box in one column, its content in the other. */
export const offerStyles: CSSResult = css`
  .offer {
    display: grid;
    grid: none / auto 1fr;
    gap: 4px 14px;
    background: var(--offset-surface-accent, oklch(from var(--offset_a) l c h / .04));
  }
  .offer > * {
    grid-column: 2;
  }
  .offer > label {
    display: contents;
  }
  input {
    width: 1.3em;
    height: 1.3em;
    margin: 1px 0;
    accent-color: var(--offset_a);
  }
`;

import { type CSSResult, css } from 'lit';

/** The offer's quiet ground and its box. */
export const offerStyles: CSSResult = css`
  .offer {
    display: grid;
    gap: 4px;
    background: var(--offset-wash, color-mix(in srgb, var(--accent) 4%, transparent));
  }
  .offer > :not(label, button) {
    margin-inline-start: 34px;
  }
  label b {
    flex: 1;
  }
  input {
    width: 20px;
    height: 20px;
    margin: 1px 0;
    accent-color: var(--accent);
  }
`;

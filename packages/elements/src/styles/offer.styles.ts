import { type CSSResult, css } from 'lit';

/** The offer's quiet ground, its box, its shares, its button. */
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
  fieldset {
    display: flex;
    flex-wrap: wrap;
    width: fit-content;
    margin: 8px 0;
    padding: 0;
    border: 1px solid var(--line);
    border-radius: 10px;
  }
  fieldset label {
    position: relative;
  }
  fieldset input {
    position: absolute;
    inset: 0;
    width: auto;
    height: auto;
    margin: 0;
    border-radius: 10px;
    appearance: none;
  }
  fieldset span {
    display: block;
    padding: 4px 12px;
  }
  fieldset :checked {
    border: 2px solid var(--accent);
  }
`;

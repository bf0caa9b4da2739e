import { type CSSResult, css } from 'lit';

/** The shares: one strip, of which one part is chosen. */
export const payingStyles: CSSResult = css`
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

import { type CSSResult, css } from 'lit';

/** The options, as a segmented control, and the button. */
export const checkoutStyles: CSSResult = css`
  fieldset {
    display: flex;
    flex-wrap: wrap;
    width: fit-content;
    min-width: 0;
    margin: 8px 0 4px;
    padding: 0;
    border: 1px solid var(--offset_l);
    border-radius: 10px;
  }
  fieldset label {
    position: relative;
    flex: auto;
  }
  fieldset input {
    all: unset;
    position: absolute;
    inset: 0;
    border-radius: 10px;
  }
  fieldset span {
    display: block;
    padding: 6px 10px;
    text-align: center;
  }
  fieldset small {
    display: block;
    font-size: .867em;
  }
  [disabled] + span {
    opacity: .6;
  }
  fieldset :checked {
    border: 2px solid var(--offset_a);
  }
  .offer button {
    grid-column: 1 / -1;
    margin-bottom: 8px;
    border-color: transparent;
    background: var(--offset_a);
  }
  button span {
    color: oklch(from var(--offset_a) clamp(.2, (.6 - l) * 99, 1) 0 h);
  }
`;

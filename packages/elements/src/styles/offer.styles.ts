import { type CSSResult, css } from 'lit';

/** The offer's quiet ground, its box, its shares, its button. */
export const offerStyles: CSSResult = css`
  .offer {
    display: grid;
    grid-template-columns: 20px 1fr;
    gap: 4px 14px;
    background: var(--offset-wash, color-mix(in srgb, var(--accent) 4%, transparent));
  }
  .offer > * {
    grid-column: 2;
  }
  .offer > :is(label, button, .skip) {
    grid-column: 1 / 3;
  }
  .offer > label {
    display: flex;
    gap: 14px;
    cursor: pointer;
  }
  label b {
    flex: 1;
  }
  [type='checkbox'] {
    inline-size: 20px;
    block-size: 20px;
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
    border-radius: 8px;
    overflow: hidden;
  }
  fieldset label {
    position: relative;
  }
  fieldset input {
    position: absolute;
    inset: 0;
    opacity: 0;
  }
  fieldset span {
    display: block;
    padding: 4px 14px;
  }
  :checked + span {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
    border-radius: 8px;
    font-weight: 600;
  }
  .skip {
    margin-top: 8px;
    text-align: center;
  }
`;

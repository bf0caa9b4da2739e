import { type CSSResult, css } from 'lit';

/** The offer's quiet ground, its box, its shares, its button. */
export const offerStyles: CSSResult = css`
  .offer {
    display: grid;
    grid-template-columns: 20px 1fr;
    gap: 4px 14px;
    background: var(--offset-wash, color-mix(in srgb, var(--accent) 4%, transparent));
  }
  .offer > p {
    grid-column: 2;
  }
  .choice,
  button {
    grid-column: 1 / 3;
  }
  .choice {
    display: flex;
    gap: 14px;
  }
  .choice b {
    flex: 1;
  }
  .choice input {
    width: 20px;
    height: 20px;
    margin: 1px 0;
    accent-color: var(--accent);
  }
  fieldset {
    display: flex;
    flex-wrap: wrap;
    grid-column: 2;
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
    opacity: 0;
  }
  fieldset span {
    display: block;
    padding: 4px 12px;
    border-radius: 10px;
  }
  :checked + span,
  :focus-visible + span {
    outline: 2px solid var(--accent);
  }
`;

import { type CSSResult, css } from 'lit';

/** The projects to choose from, one below the other. */
export const choicesStyles: CSSResult = css`
  [part='choices'] {
    flex-direction: column;
    width: auto;
  }
  [part='choices'] span {
    padding: 8px 12px;
    text-align: start;
  }
`;

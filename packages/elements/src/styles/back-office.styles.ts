import { type CSSResult, css } from 'lit';

/** Tables, filters and totals of the back office. */
export const backOfficeStyles: CSSResult = css`
  dl,
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  dt {
    font-size: .867em;
    color: var(--offset-text-muted, oklch(from currentColor clamp(.48, (l - .65) * 99, .75) calc(c / 4) h));
  }
  .totals {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 40px;
  }
  .totals dd {
    font-size: 1.6em;
    font-weight: 600;
    line-height: 1.25;
  }
  dl .row {
    align-items: baseline;
    padding-block: 3px;
  }
  form {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(9em, 1fr));
    gap: 12px;
  }
  form label {
    font-size: .867em;
  }
  input,
  select {
    display: block;
    box-sizing: border-box;
    width: 100%;
    min-height: 38px;
    margin-top: 2px;
    padding: 6px 10px;
    border: 1px solid color-mix(in srgb, currentColor 70%, transparent);
    border-radius: 8px;
    background: transparent;
    color: inherit;
    font: inherit;
  }
  option {
    color: CanvasText;
    background: Canvas;
  }
  .scroll {
    overflow-x: auto;
    padding-block: 0;
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding-block: 10px;
    padding-inline-end: 20px;
    border-bottom: 1px solid var(--offset_l);
    text-align: start;
    vertical-align: baseline;
    overflow-wrap: normal;
    white-space: nowrap;
  }
  td:last-child {
    min-width: 7em;
    padding-inline-end: 0;
    white-space: normal;
  }
  tbody tr:last-child > * {
    border-bottom: 0;
  }
  th {
    font-size: .867em;
    font-weight: 400;
  }
  .number {
    text-align: end;
  }
  code {
    font: .867em ui-monospace, monospace;
  }
  td span {
    display: block;
  }
  .pages,
  .pages div {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    align-items: center;
    justify-content: space-between;
  }
  .select {
    min-height: 24px;
    margin: 0;
    padding: 0;
    border: 0;
    text-decoration: underline;
  }
  .pages button {
    margin: 0;
  }
  button[aria-disabled='true'] {
    opacity: .4;
    cursor: default;
  }
`;

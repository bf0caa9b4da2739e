import { type CSSResult, css } from 'lit';

/** Legs, with their arcs, and the scale. */
export const detailsStyles: CSSResult = css`
  ul {
    display: grid;
    gap: 12px;
    margin: 0;
    padding: 0;
  }
  li {
    display: flex;
    gap: 14px;
  }
  li div {
    flex: 1;
  }
  svg {
    flex: none;
    width: 50px;
    height: 20px;
    fill: none;
    stroke: var(--offset_a);
    stroke-width: 1.5;
  }
  svg:dir(rtl) {
    transform: scaleX(-1);
  }
  circle {
    fill: var(--offset_a);
  }
  details > * + * {
    margin-top: 12px;
  }
  li small {
    font-weight: 400;
  }
  li bdi {
    display: inline-block;
  }
  .track {
    position: relative;
    height: 6px;
    margin: 6px 0;
    border-radius: 3px;
    background: var(--offset_l);
  }
  i {
    position: absolute;
    height: 100%;
  }
  .band {
    border-radius: 3px;
    background: var(--offset_a);
    opacity: .5;
  }
  .usual,
  .here {
    top: -4px;
    width: 3px;
    height: 14px;
    margin-inline-start: -1px;
    background: var(--offset_a);
  }
  .usual {
    width: 1.5px;
    background: currentColor;
  }
  @media (forced-colors: active) {
    svg,
    .track {
      forced-color-adjust: none;
      --offset_a: Highlight;
      --offset_l: GrayText;
    }
    .band {
      opacity: 1;
    }
    .here {
      background: CanvasText;
    }
  }
`;

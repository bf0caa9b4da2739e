import { type CSSResult, css } from 'lit';

/** Figure, legs, scale, and their skeleton. */
export const figureStyles: CSSResult = css`
  .figure {
    align-items: baseline;
    justify-content: start;
  }
  .figure b {
    font-size: 2.53em;
    line-height: 1.2;
  }
  ul {
    display: grid;
    row-gap: 12px;
  }
  li {
    display: flex;
    column-gap: 14px;
  }
  li div {
    flex: 1;
  }
  svg {
    width: 100%;
    height: 20px;
    fill: var(--line);
  }
  li svg {
    flex: none;
    width: 50px;
    fill: none;
    stroke: var(--accent);
    stroke-width: 1.5;
  }
  svg:dir(rtl) {
    transform: scaleX(-1);
  }
  rect {
    y: 7px;
    height: 6px;
    rx: 3px;
  }
  circle,
  .band,
  .here {
    fill: var(--accent);
  }
  .band {
    opacity: .5;
  }
  .usual,
  .here {
    y: 3px;
    width: 3px;
    height: 14px;
    rx: 0;
  }
  .usual {
    width: 1.5px;
    fill: currentColor;
  }
  summary {
    cursor: pointer;
  }
  .loading .skeleton {
    position: relative;
    visibility: hidden;
  }
  .loading .skeleton::after {
    position: absolute;
    inset: .2em 0;
    background: var(--line);
    opacity: .5;
    content: '';
    visibility: visible;
  }
  @media (prefers-reduced-motion: no-preference) {
    .ready {
      animation: fade .12s;
    }
  }
  @keyframes fade {
    from {
      opacity: .4;
    }
  }
  @media (forced-colors: active) {
    svg {
      forced-color-adjust: none;
      --accent: Highlight;
      --line: Canvas;
    }
    .band {
      opacity: 1;
    }
  }
`;

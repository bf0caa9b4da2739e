import { type CSSResult, css } from 'lit';

/** The figure, the legs, the scale, and the room they keep while they are on their way. */
export const figureStyles: CSSResult = css`
  .figure {
    font-size: 2.53em;
    line-height: 1.2;
  }
  .figure span {
    font-size: 0.42em;
  }
  li {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    list-style: none;
  }
  li + li {
    margin-top: 12px;
  }
  li p {
    flex: 1 1 8em;
  }
  li span {
    display: block;
  }
  li svg {
    inline-size: 3.3em;
    block-size: 1.4em;
    fill: var(--accent);
    stroke: var(--accent);
    stroke-width: 1.5;
  }
  path {
    fill: none;
  }
  [dir='rtl'] svg {
    transform: scaleX(-1);
  }
  .scale {
    display: block;
    inline-size: 100%;
    block-size: 14px;
    margin-bottom: 6px;
  }
  rect {
    y: 4px;
    height: 6px;
    rx: 3px;
    fill: var(--line);
  }
  .band {
    fill: color-mix(in srgb, var(--accent) 45%, transparent);
  }
  .usual,
  .here {
    y: 0;
    height: 14px;
    rx: 0;
    fill: currentColor;
  }
  .here {
    fill: var(--accent);
  }
  summary {
    cursor: pointer;
  }
  .loading .ghost {
    position: relative;
    visibility: hidden;
  }
  .loading .ghost::after {
    position: absolute;
    inset: 0.2em 30% 0.2em 0;
    opacity: 0.5;
    background: repeating-linear-gradient(var(--line) 0 1.1em, transparent 0 1.5em);
    content: '';
    visibility: visible;
  }
  @media (prefers-reduced-motion: no-preference) {
    .ready > * {
      animation: fade 0.12s;
    }
  }
  @keyframes fade {
    from {
      opacity: 0.3;
    }
  }
  @media (forced-colors: active) {
    rect,
    li svg {
      fill: CanvasText;
      stroke: CanvasText;
    }
  }
`;

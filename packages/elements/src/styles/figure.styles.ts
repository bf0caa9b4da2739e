import { type CSSResult, css } from 'lit';

/** The figure, its skeleton, and the disclosure. In a visible card, unknown values have an empty `id`. */
export const figureStyles: CSSResult = css`
  .figure b {
    font-size: 2.53em;
    line-height: 1.2;
  }
  .figure span {
    display: inline-block;
  }
  summary {
    min-height: 24px;
    cursor: pointer;
  }
  .skeleton:is(.loading *, [id='']) {
    position: relative;
    visibility: hidden;
  }
  .skeleton:is(.loading *, [id=''])::after {
    position: absolute;
    inset: .2em 0;
    background: var(--offset_l);
    content: '';
    visibility: visible;
  }
  @media (prefers-reduced-motion: no-preference) {
    .ready {
      animation: fade .12s;
    }
  }
  @keyframes fade {
    0% {
      opacity: .4;
    }
  }
`;

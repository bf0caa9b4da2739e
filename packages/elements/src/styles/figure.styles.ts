import { type CSSResult, css } from 'lit';

/** The figure, its skeleton, and the disclosure. What is not known yet in a card that is here has an empty `id`. */
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
    from {
      opacity: .4;
    }
  }
`;

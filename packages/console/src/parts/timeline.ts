import { type Content, html } from '../http/html.ts';
import type { Tone } from './badge.ts';

/** An entry of a timeline. */
export interface TimelineItem {
  readonly title: Content;
  readonly tone: Tone;
  /** Under the title. */
  readonly detail?: Content;
  /** Further elements below. */
  readonly more?: Content;
}

/** Renders events in the order of time. */
export function timelineList(items: readonly TimelineItem[]): Content {
  const entries = items.map(
    ({ title, tone, detail, more = '' }) =>
      html`<li class="${tone}"><span class="dot"></span><span class="line"></span><strong>${title}</strong>${detail ? html`<p>${detail}</p>` : ''}${more}</li>`,
  );
  return html`<ol class="timeline">${entries}</ol>`;
}

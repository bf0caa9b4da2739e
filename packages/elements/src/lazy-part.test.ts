import { expect, fixture, html } from '@open-wc/testing';
import { LitElement } from 'lit';
import { type LazyCode, LazyPart } from './lazy-part.ts';

customElements.define('lazy-host', class extends LitElement {});

describe('a part that is loaded later', () => {
  it('is in the language that was set last, in whatever order the languages load', async () => {
    const host: LitElement = await fixture(html`<lazy-host></lazy-host>`);
    const arrive: Record<string, () => void> = {};
    const code: LazyCode<string> = {
      drawIn: (tag) =>
        new Promise((resolve) => {
          arrive[tag] = () => resolve(tag);
        }),
    };
    const part = new LazyPart(host, async () => code);
    const loads = [part.load('de'), part.load('fr')];
    await new Promise((resolve) => setTimeout(resolve));
    for (const tag of ['fr', 'de']) arrive[tag]!();
    await Promise.all(loads);
    expect(part.draw).to.equal('fr');
  });
});

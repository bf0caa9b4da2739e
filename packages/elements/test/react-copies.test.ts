import assert from 'node:assert/strict';
import test from 'node:test';

test('React components set properties, not attributes, of an element that another copy registered', async () => {
  const { LitElement } = await import('lit');
  const { createElement } = await import('react');
  const { renderToString } = await import('react-dom/server');
  class Copy extends LitElement {
    static override properties = { order: {}, user: {} };
  }
  customElements.define('flight-offset-widget', Copy);
  const { FlightOffsetWidget } = await import('../src/react/index.ts');
  const html = renderToString(
    createElement(FlightOffsetWidget, { order: 'an order', user: 'a user' } as object),
  );
  assert.equal(html, '<flight-offset-widget></flight-offset-widget>');
});

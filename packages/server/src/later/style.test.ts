import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LATER_STYLE } from './style.ts';

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: string): number {
  const hex = colour.length === 4 ? colour.replace(/[\da-f]/g, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it('text, button and focus outline have enough contrast in light and dark', () => {
  const schemes = [...LATER_STYLE.matchAll(/:root\{([^}]+)\}/g)].map(([, tokens = '']) =>
    Object.fromEntries(
      [...tokens.matchAll(/--([\w-]+):(#[\da-f]+)/g)].map(([, name, value]) => [name, value]),
    ),
  );
  assert.equal(schemes.length, 2);
  for (const {
    ink = '',
    soft = '',
    paper = '',
    ground = '',
    accent = '',
    'on-accent': onAccent = '',
  } of schemes) {
    assert.ok(contrast(ink, paper) >= 4.5);
    assert.ok(contrast(soft, paper) >= 4.5);
    assert.ok(contrast(accent, paper) >= 4.5, 'of a link');
    assert.ok(contrast(onAccent, accent) >= 4.5);
    for (const behind of [paper, ground]) assert.ok(contrast(accent, behind) >= 3);
  }
});

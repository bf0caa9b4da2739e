import type { Page } from 'playwright-core';

/**
 * Finds fields with a pale edge, which axe does not measure: less than 3 : 1 between border and surroundings (WCAG
 * 1.4.11). Boxes and radio buttons are left out: browsers draw them.
 * @returns Label and contrast of each.
 */
export function paleFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!pixel) throw new Error('There is no canvas.');
    /** Blends layers of colour, the lowest first. */
    const seen = (layers: readonly string[]): number => {
      pixel.fillStyle = 'Canvas';
      pixel.fillRect(0, 0, 1, 1);
      for (const layer of layers) {
        pixel.fillStyle = layer;
        pixel.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...pixel.getImageData(0, 0, 1, 1).data].map((byte) => {
        const share = byte / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const around = (field: Element): string[] => {
      const layers: string[] = [];
      let one: Element | null = field;
      do {
        const root: Node = one.getRootNode();
        one = one.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
        if (one) layers.unshift(getComputedStyle(one).backgroundColor);
      } while (one);
      return layers;
    };
    const edgeContrast = (field: Element): number => {
      const { borderBottomColor: edge, borderBottomWidth: width } = getComputedStyle(field);
      if (!(Number.parseFloat(width) > 0)) return 1;
      const layers = around(field);
      const [low = 0, high = 0] = [seen(layers), seen([...layers, edge])].sort((a, b) => a - b);
      return high / low;
    };
    const isMeasured = (one: Element): boolean =>
      one.matches('input, select, textarea') &&
      one.checkVisibility() &&
      !one.matches('[type=hidden], [type=checkbox], [type=radio], [type=range], [type=file], :disabled');
    const fieldsIn = (root: Document | ShadowRoot): Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [
        ...(one.shadowRoot ? fieldsIn(one.shadowRoot) : []),
        ...(isMeasured(one) ? [one] : []),
      ]);
    const found: string[] = [];
    for (const field of fieldsIn(document)) {
      const contrast = edgeContrast(field);
      const { labels } = field as HTMLInputElement;
      if (contrast < 3) found.push(`${labels?.[0]?.textContent?.trim()}: ${contrast.toFixed(2)} to 1`);
    }
    return found;
  });
}

/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Finds texts of a page whose colours axe has not judged yet. */
import type { Page } from 'playwright-core';

/** Attribute of the elements to judge: the look of their texts. */
export const LOOK = 'data-look';

/**
 * Chooses the elements with texts whose colours are to be judged. Contrast follows from the styles of an element and of
 * its background, so it is judged once for all with the same look. Some elements are chosen each time: if something
 * else covers or underlies the text, if the text is wider than its background, if the style draws something beside it,
 * or if the text has neither letters nor digits.
 * @param judged looks that need not be judged again.
 * @returns number of chosen elements; the attribute {@link LOOK} of each holds its look.
 */
export function chooseColours(page: Page, judged: Iterable<string>): Promise<number> {
  return page.evaluate(
    ({ known, attribute }) => {
      const isClear = (colour: string): boolean => /^rgba\(.*, 0\)$|\/ 0\)$/.test(colour);
      /** Whether the style draws beside an element and out of the flow, which takes room from the text. */
      const drawsBeside = (element: Element): boolean =>
        ['::before', '::after'].some((part) => {
          const { content, position, backgroundColor, backgroundImage } = getComputedStyle(element, part);
          if (content === 'none' || position !== 'absolute') return false;
          return !isClear(backgroundColor) || backgroundImage !== 'none';
        });
      /** Returns the paint of an element beneath its texts; empty if it has none. */
      const groundOf = (element: Element, style: CSSStyleDeclaration): string => {
        const { backgroundColor, backgroundImage, opacity, mixBlendMode, filter } = style;
        const paint = [
          isClear(backgroundColor) ? '' : backgroundColor,
          ...[backgroundImage, filter, mixBlendMode].map((one) => (/^(?:none|normal)$/.test(one) ? '' : one)),
          opacity === '1' ? '' : opacity,
          /^(?:img|svg|canvas|object|iframe|video)$/i.test(element.localName) ? 'picture' : '',
        ];
        return paint.some((one) => one !== '') ? paint.join('|') : '';
      };
      const range = document.createRange();
      const isField = (element: Element): boolean => /^(?:input|select|textarea)$/.test(element.localName);
      /** Returns the boxes of an element's own texts. */
      const placesOf = (element: Element): DOMRect[] => {
        if (isField(element)) return [...element.getClientRects()];
        return [...element.childNodes].flatMap((node) => {
          if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) return [];
          range.selectNodeContents(node);
          return [...range.getClientRects()];
        });
      };
      const hasWords = (element: Element): boolean =>
        isField(element) ||
        [...element.childNodes].some(
          (one) => one.nodeType === Node.TEXT_NODE && /[\p{L}\p{N}]/u.test(one.nodeValue ?? ''),
        );
      /** Whether a box contains the middle of a text, which axe checks; one pixel of tolerance, as axe rounds. */
      const holdsMiddle = (box: DOMRect, { left, right, top, bottom }: DOMRect): boolean =>
        Math.abs(left + right - box.left - box.right) <= box.width + 2 &&
        Math.abs(top + bottom - box.top - box.bottom) <= box.height + 2;
      const isWithin = (one: DOMRect, other: DOMRect): boolean =>
        one.left >= other.left &&
        one.right <= other.right &&
        one.top >= other.top &&
        one.bottom <= other.bottom;

      interface Seen {
        readonly element: Element;
        readonly style: CSSStyleDeclaration;
        readonly boxes: readonly DOMRect[];
        /** The element and its ancestors, without those that paint nothing. */
        readonly grounds: readonly { readonly box: DOMRect; readonly paint: string }[];
        readonly besides: boolean;
      }
      const seen = new Map<Element, Seen>();
      for (const element of document.body.parentElement?.querySelectorAll('body, body *') ?? []) {
        const parent = element.parentElement ? seen.get(element.parentElement) : undefined;
        element.removeAttribute(attribute);
        const style = getComputedStyle(element);
        // Elements that are hidden, or only for screen readers, have no colours, nor do their children.
        if (style.display === 'none' || style.clipPath === 'inset(50%)') continue;
        if (!parent && element !== document.body) continue;
        const paint = groundOf(element, style);
        const above = parent?.grounds ?? [];
        seen.set(element, {
          element,
          style,
          boxes: [...element.getClientRects()],
          grounds: paint === '' ? above : [{ box: element.getBoundingClientRect(), paint }, ...above],
          besides: parent?.besides === true || drawsBeside(element),
        });
      }
      const looks = new Set(known);
      let chosen = 0;
      for (const { element, style, grounds, besides } of seen.values()) {
        // Text to the left of or above the page cannot be seen.
        const places = placesOf(element).filter((one) => one.right + scrollX > 0 && one.bottom + scrollY > 0);
        if (places.length === 0 || style.visibility !== 'visible') continue;
        const isPlain =
          hasWords(element) &&
          !besides &&
          places.every(
            (place) =>
              grounds.every(({ box }) => isWithin(place, box)) &&
              ![...seen.values()].some(
                (other) =>
                  !other.element.contains(element) && other.boxes.some((box) => holdsMiddle(box, place)),
              ),
          );
        const look = [
          isField(element) ? 'field' : 'text',
          ...[
            style.color,
            style.getPropertyValue('-webkit-text-fill-color'),
            style.fontSize,
            style.fontWeight,
          ],
          ...[style.textShadow, style.getPropertyValue('-webkit-text-stroke')],
          ...grounds.map(({ paint }) => paint),
        ].join(' ');
        if (isPlain && looks.has(look)) continue;
        element.setAttribute(attribute, isPlain ? look : '');
        chosen += 1;
      }
      return chosen;
    },
    { known: [...judged], attribute: LOOK },
  );
}

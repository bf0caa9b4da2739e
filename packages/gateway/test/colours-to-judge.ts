/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Which texts of a page have colours that axe has not judged yet. */
import type { Page } from 'playwright-core';

/** Attribute of the elements whose colours are to be judged: what their texts look like. */
export const LOOK = 'data-look';

/**
 * Chooses the elements with texts whose colours are to be judged. Contrast follows from the styles of an element and of what
 * is painted beneath it, and so is judged once for all that look alike. Where it follows from more than that, an element
 * is chosen each time: where something else lies over or under the text, where the text is wider than what it is painted
 * on, where the style draws something beside it, and where the text has neither letters nor digits.
 * @param judged looks that need not be judged again.
 * @returns how many were chosen; each has the attribute {@link LOOK}, in which it says what it looks like.
 */
export function chooseColours(page: Page, judged: Iterable<string>): Promise<number> {
  return page.evaluate(
    ({ known, attribute }) => {
      const isClear = (colour: string): boolean => /^rgba\(.*, 0\)$|\/ 0\)$/.test(colour);
      /** What the style draws beside an element takes room from its text only where it is out of the flow. */
      const drawsBeside = (element: Element): boolean =>
        ['::before', '::after'].some((part) => {
          const { content, position, backgroundColor, backgroundImage } = getComputedStyle(element, part);
          if (content === 'none' || position !== 'absolute') return false;
          return !isClear(backgroundColor) || backgroundImage !== 'none';
        });
      /** What an element paints beneath its texts; empty: nothing. */
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
      /** Where the texts of an element itself are. */
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
      /** Whether a box holds the middle of a text, where axe looks for what lies there; a pixel more, as it rounds. */
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
        /** This one and those it stands in, but for those that paint nothing. */
        readonly grounds: readonly { readonly box: DOMRect; readonly paint: string }[];
        readonly besides: boolean;
      }
      const seen = new Map<Element, Seen>();
      for (const element of document.body.parentElement?.querySelectorAll('body, body *') ?? []) {
        const parent = element.parentElement ? seen.get(element.parentElement) : undefined;
        element.removeAttribute(attribute);
        const style = getComputedStyle(element);
        // What is not shown, or to screen readers alone, has no colours, nor has what stands in it.
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
        // What lies above or before the page cannot be seen.
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

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
      const see = (element: Element, style: CSSStyleDeclaration, parent: Seen | undefined): Seen => {
        const paint = groundOf(element, style);
        const above = parent?.grounds ?? [];
        return {
          element,
          style,
          boxes: [...element.getClientRects()],
          grounds: paint === '' ? above : [{ box: element.getBoundingClientRect(), paint }, ...above],
          besides: parent?.besides === true || drawsBeside(element),
        };
      };
      const seen = new Map<Element, Seen>();
      /** Whether an element is hidden, or only for screen readers. */
      const isHidden = ({ display, clipPath }: CSSStyleDeclaration): boolean =>
        display === 'none' || clipPath === 'inset(50%)';
      const seeAll = (): void => {
        for (const element of document.body.parentElement?.querySelectorAll('body, body *') ?? []) {
          const parent = seen.get(element.parentElement ?? element);
          element.removeAttribute(attribute);
          const style = getComputedStyle(element);
          // The children of a hidden element have no colours either.
          if (isHidden(style)) continue;
          if (parent || element === document.body) seen.set(element, see(element, style, parent));
        }
      };

      /** Returns the boxes of the texts that can be seen: none to the left of or above the page. */
      const visiblePlacesOf = ({ element, style }: Seen): DOMRect[] =>
        style.visibility === 'visible'
          ? placesOf(element).filter((one) => one.right + scrollX > 0 && one.bottom + scrollY > 0)
          : [];
      const isCovered = (element: Element, place: DOMRect): boolean =>
        [...seen.values()].some(
          (other) => !other.element.contains(element) && other.boxes.some((box) => holdsMiddle(box, place)),
        );
      /** Whether the styles alone decide the contrast of an element's texts. */
      const isPlain = ({ element, grounds, besides }: Seen, places: readonly DOMRect[]): boolean =>
        hasWords(element) &&
        !besides &&
        places.every(
          (place) => grounds.every(({ box }) => isWithin(place, box)) && !isCovered(element, place),
        );
      const lookOf = ({ element, style, grounds }: Seen): string =>
        [
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
      seeAll();
      const looks = new Set(known);
      let chosen = 0;
      for (const one of seen.values()) {
        const places = visiblePlacesOf(one);
        if (places.length === 0) continue;
        const look = isPlain(one, places) ? lookOf(one) : '';
        if (look !== '' && looks.has(look)) continue;
        one.element.setAttribute(attribute, look);
        chosen += 1;
      }
      return chosen;
    },
    { known: [...judged], attribute: LOOK },
  );
}

/**
 * The language around an element: the `lang` of its nearest ancestor, through shadow roots, as a tag that `Intl`
 * takes. Pages write `en_US` or nonsense: the first is mended, the second reads as English.
 */
export function nearestLocale(element: Element): string {
  let holder: HTMLElement | null = null;
  let node: Element | undefined = element;
  while (node && !holder) {
    holder = node.closest('[lang]');
    node = (node.getRootNode() as ShadowRoot).host;
  }
  return holder?.lang || 'en';
}

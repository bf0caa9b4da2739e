/** The language around an element: the `lang` of its nearest ancestor, through shadow roots. */
export function nearestLocale(element: Element): string {
  let node: Element | undefined = element;
  while (node) {
    const holder: HTMLElement | null = node.closest('[lang]');
    if (holder) return holder.lang;
    node = (node.getRootNode() as ShadowRoot).host;
  }
  return 'en';
}

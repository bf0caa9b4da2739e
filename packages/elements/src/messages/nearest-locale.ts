/** Returns the language around an element: the `lang` of its nearest ancestor, through shadow roots. */
export function nearestLocale(element: Element | undefined): string | undefined {
  return (
    element &&
    (element.closest<HTMLElement>('[lang]')?.lang ??
      nearestLocale((element.getRootNode() as ShadowRoot).host))
  );
}

/**
 * Disables the slash, with which VitePress opens its search. People who dictate, or whose hands shake, press single
 * keys unintentionally (WCAG 2.1.4): Ctrl+K and Cmd+K remain. In browsers only.
 */
export function ignoreSlash(): void {
  const ignore = (event: KeyboardEvent): void => {
    if (event.key === '/') event.stopPropagation();
  };
  addEventListener('keydown', ignore, { capture: true });
}

/**
 * VitePress opens its search by a slash alone. Whoever dictates, or whose hands shake, presses single keys without meaning
 * them (WCAG 2.1.4): Ctrl+K and Cmd+K are left. In browsers only.
 */
export function ignoreSlash(): void {
  const ignore = (event: KeyboardEvent): void => {
    if (event.key === '/') event.stopPropagation();
  };
  addEventListener('keydown', ignore, { capture: true });
}

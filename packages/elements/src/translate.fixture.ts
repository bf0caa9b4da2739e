/** Replaces each text by an element around a copy of it, as Chromium's translation does. */
export function translate(root: ParentNode): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const all: Text[] = [];
  while (walker.nextNode()) all.push(walker.currentNode as Text);
  for (const one of all)
    if (one.data.trim() && !one.parentElement!.closest('style')) {
      const font = document.createElement('font');
      font.textContent = one.data;
      one.replaceWith(font);
    }
}

/**
 * Returns the first paragraph under the title of a page's Markdown, on one line and without links; empty if there is
 * none.
 */
export function leadOf(markdown: string): string {
  const lead = /^# .*\n\n(?!```|[#|<-])(.+(?:\n.+)*)/m.exec(markdown)?.[1] ?? '';
  return lead.replaceAll('\n', ' ').replace(/\[([^\]]+)\]\([^)]*\)(\{[^}]*\})?/g, '$1');
}

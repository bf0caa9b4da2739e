/** Texts that the browser refused to store. */
const memory = new Map<string, string>();

/** Returns the text that this tab keeps under a name. */
export function kept(name: string): string | null {
  try {
    return memory.get(name) ?? sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Keeps a text for this tab; only in memory, until the page is left, if the browser refuses storage (it blocks cookies)
 * or its storage is full.
 */
export function keep(name: string, text: string): void {
  memory.delete(name);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    memory.set(name, text);
  }
}

/** Removes the text under a name. */
export function forget(name: string): void {
  memory.delete(name);
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Storage is blocked, and therefore empty.
  }
}

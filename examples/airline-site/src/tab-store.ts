/** What a browser did not store. */
const memory = new Map<string, string>();

/** What this tab keeps under a name. */
export function kept(name: string): string | null {
  try {
    return memory.get(name) ?? sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Keeps a text for this tab; in memory, until the page is left, where a browser that blocks cookies refuses its storage, or
 * where that is full.
 */
export function keep(name: string, text: string): void {
  memory.delete(name);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    memory.set(name, text);
  }
}

/** Keeps nothing under a name any more. */
export function forget(name: string): void {
  memory.delete(name);
  try {
    sessionStorage.removeItem(name);
  } catch {
    // It is blocked, and holds nothing.
  }
}

const memory = new Map<string, string>();

/** What this tab keeps under a name. */
export function kept(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return memory.get(name) ?? null;
  }
}

/** Keeps a text for this tab; in memory, until the page is left, where a browser that blocks cookies refuses its storage. */
export function keep(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    memory.set(name, text);
  }
}

/** Keeps nothing under a name any more. */
export function forget(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    memory.delete(name);
  }
}

/**
 * Replaces the storage of browsers that refuse it, as they do if they block cookies: kept until the page is left.
 * Reading it throws there, and the search would not open.
 */
function keepInMemory(name: 'localStorage' | 'sessionStorage'): void {
  try {
    void window[name];
  } catch {
    const kept = new Map<string, string>();
    const value = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    };
    Object.defineProperty(window, name, { value });
  }
}

if (typeof window !== 'undefined') {
  keepInMemory('localStorage');
  keepInMemory('sessionStorage');
}

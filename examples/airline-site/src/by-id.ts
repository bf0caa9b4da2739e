/** Returns the element of this page with that id. @throws Error If the page has none. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element with the id ${id}`);
  return found as E;
}

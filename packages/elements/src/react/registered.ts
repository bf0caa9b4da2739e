/**
 * Returns the class that a page registered under a name. It may be from another copy of this package: a class that was
 * never registered has no properties yet, and React 18 would write objects such as `order` into attributes.
 */
export const registered = <C extends CustomElementConstructor>(name: string): C =>
  customElements.get(name) as C;

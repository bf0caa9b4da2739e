/** Selectors from the document down through shadow roots: each but the last names an element with a shadow root. */
export type Path = readonly string[];

/** A page in some browser, with the actions of a traveller. Each waits for elements that are not there yet. */
export interface Page {
  /** Name and version of the browser. */
  readonly browser: string;
  open(url: string): Promise<void>;
  url(): Promise<string>;
  /** Presses an element as a person does, by pointer. */
  click(path: Path): Promise<void>;
  /** Presses a key on the element that has the focus. @param key `Space`, `Tab` or `Enter`. */
  press(key: Key): Promise<void>;
  focus(path: Path): Promise<void>;
  /** Returns the value of a property of an element; undefined if the element is not there. */
  read(path: Path, property: string): Promise<unknown>;
  /** Sets the property `marked` of an element: after {@link back}, only a restored page has it. */
  mark(path: Path): Promise<void>;
  /** Tests whether an element matches a selector. */
  matches(path: Path, selector: string): Promise<boolean>;
  /** Presses the browser's back button. */
  back(): Promise<void>;
  /** Presses the browser's reload button. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Keys a traveller needs. */
export type Key = 'Space' | 'Tab' | 'Enter';

/** Source of a function that finds an element in the browser, since each driver sends it in its own way. */
export const FIND = `(path) => {
  let element;
  for (const selector of path) {
    element = (element ? element.shadowRoot ?? element : document).querySelector(selector);
    if (!element) return null;
  }
  element.scrollIntoView({ block: 'center' });
  return element;
}`;

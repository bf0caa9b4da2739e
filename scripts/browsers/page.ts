/** Selectors from the document down through shadow roots: each but the last names an element with a shadow root. */
export type Path = readonly string[];

/** A page in some browser, as far as a traveller needs one. Whatever is not there yet is waited for. */
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
  /** The value of a property of an element; undefined where the element is not there. */
  read(path: Path, property: string): Promise<unknown>;
  /** Sets the property `marked` of an element: after {@link back}, only a page that was restored as it was has it. */
  mark(path: Path): Promise<void>;
  /** Whether an element matches a selector. */
  matches(path: Path, selector: string): Promise<boolean>;
  /** The button of the browser. */
  back(): Promise<void>;
  close(): Promise<void>;
}

/** Keys a traveller needs. */
export type Key = 'Space' | 'Tab' | 'Enter';

/** Finds an element in the browser: the source of a function, since each driver sends it in its own way. */
export const FIND = `(path) => {
  let element;
  for (const selector of path) {
    element = (element ? element.shadowRoot ?? element : document).querySelector(selector);
    if (!element) return null;
  }
  element.scrollIntoView({ block: 'center' });
  return element;
}`;

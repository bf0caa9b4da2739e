import type { MarkdownRenderer } from 'vitepress';

/**
 * Places where a long name may be broken: after `_`, `/` and `://`, and after the dot before a field, not before
 * `.json`.
 */
const BREAK = /(?<=[A-Za-z0-9}][_/]|:\/\/)(?=[A-Za-z0-9{])|(?<=[a-z\]]\.)(?=[a-z_A-Z]{5})/g;

/** A name that is too long for a cell of a table on a phone. */
const LONG = /[^\s<>]{17,}/g;

/** An option of a command, which would break after its first hyphen; a card number; a name with hyphens. */
const WHOLE = /(?<![\w-])--[a-z][a-z-]*|(?:\d{4} ){3}\d{4}|(?<![\w-])[a-z]{1,14}(?:-[a-z]{1,14})+(?![\w-])/g;

/** Characters of a name that fits into a cell of a table on a phone. */
const SHORT = 16;

/** Keeps short names, and every option and card number, on one line. */
const whole = (name: string): string =>
  name.length <= SHORT || !/^[a-z]/.test(name) ? `<span class="whole">${name}</span>` : name;

/**
 * Lets long names in code break after `_`, `/` and dots: in a narrow column of a table they would otherwise break at
 * any letter. Short names, options and card numbers stay whole. Copied and searched text is unchanged.
 */
export function breakLongNames(md: MarkdownRenderer): void {
  const render = md.renderer.rules.code_inline;
  if (!render) throw new Error('Markdown has no rule for code in a line');
  md.renderer.rules.code_inline = (...args) =>
    render(...args)
      .replace(LONG, (name) => name.replace(BREAK, '<wbr>'))
      .replace(/(?<=>)[^<]+/g, (text) => text.replace(WHOLE, whole));
}

/** A first word that can begin a sentence: a field such as `user.email` or `currency:` stays as the caller wrote it. */
const FIRST_WORD = /^[a-z]+(?=[ ,'])/;

/**
 * Turns an error message into a sentence: with a full stop, and a capital letter unless it begins with the name of a
 * field.
 * @example
 * sentence('there is no such file'); // 'There is no such file.'
 * sentence('user.email: is required'); // 'user.email: is required.'
 */
export function sentence(message: string): string {
  const text = message.replace(FIRST_WORD, (word) => word.charAt(0).toUpperCase() + word.slice(1));
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

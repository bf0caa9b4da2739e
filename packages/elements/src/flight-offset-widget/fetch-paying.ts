/**
 * Fetches what only paying needs, when it is needed. May be tried again.
 *
 * Chromium remembers that an address gave no module and does not ask again (https://github.com/whatwg/html/issues/6768),
 * so the next try asks at another one. Its message names the address; browsers that ask again need no help.
 */
export function fetchPaying(): Promise<typeof import('./paying.ts')> {
  return import('./paying.ts').catch((cause: Error) => {
    const [, address] = cause.message.split('module: ');
    if (!address) throw cause;
    return import(/* @vite-ignore */ /* webpackIgnore: true */ `${address}?${Date.now()}`);
  });
}

/**
 * Waits for a dynamic import that may be repeated after a failure.
 *
 * Chromium remembers that an address gave no module and does not request it again
 * (https://github.com/whatwg/html/issues/6768), so another address is imported then. Its message names the address;
 * browsers that request it again need no help.
 */
export function reimport<M>(module: Promise<M>): Promise<M> {
  return module.catch((cause: Error) => {
    const [, address] = cause.message.split('module: ');
    if (!address) throw cause;
    return import(/* @vite-ignore */ /* webpackIgnore: true */ `${address}?${Date.now()}`);
  });
}

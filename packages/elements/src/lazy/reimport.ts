/**
 * Waits for a dynamic import that may be repeated after a failure.
 *
 * Chromium caches a failed import and does not request the URL again
 * (https://github.com/whatwg/html/issues/6768), so another URL is imported then. Its message contains the URL;
 * browsers that request it again need no workaround.
 */
export function reimport<M>(module: Promise<M>): Promise<M> {
  return module.catch((cause: Error) => {
    const [, url] = cause.message.split('module: ');
    if (!url) throw cause;
    return import(/* @vite-ignore */ /* webpackIgnore: true */ `${url}?${Date.now()}`);
  });
}

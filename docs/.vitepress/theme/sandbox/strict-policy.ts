/** Header under which the playground shows the widget: the strictest policy for a page with scripts. */
export const STRICT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

/** Path of the page that is shown under it, below the site's base. */
export const STRICT_FRAME = 'strict-frame/frame.html';

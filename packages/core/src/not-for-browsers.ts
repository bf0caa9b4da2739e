/**
 * A bundle for a page gets this in place of `@flight-offset/core/server`. It exports nothing, so importing the client
 * by name fails the build, and importing everything fails the page, before a secret can get there. (A `null` in the
 * export map would do the same, but not every bundler stops at it.)
 */
throw new Error('@flight-offset/core/server holds the API secret: use it on a server, never in a page');

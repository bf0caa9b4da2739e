/**
 * What a bundle for a page gets in place of `@flight-offset/core/server`. It exports nothing, so that importing the
 * client by name fails the build, and importing everything fails the page, before a secret can be put there.
 * (A `null` in the export map would say it too, but not every bundler stops at it.)
 */
throw new Error('@flight-offset/core/server holds the API secret: use it on a server, never in a page');

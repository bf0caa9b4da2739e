export default {
  litelement: true,
  globs: ['src/**/*.ts'],
  exclude: ['src/**/*.{test,fixture}.ts'],
  // All there is; scripts/manifest.ts makes of it what is published.
  outdir: 'dist/.manifest',
  packagejson: false,
};

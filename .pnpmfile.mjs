/** Removes the export condition `source` from packed packages: it leads to files that only the repository has. */
function withoutSources(exports) {
  if (typeof exports !== 'object' || exports === null) return exports;
  const { source: _, ...others } = exports;
  return Object.fromEntries(Object.entries(others).map(([name, part]) => [name, withoutSources(part)]));
}

export const hooks = {
  beforePacking: (manifest) => ({ ...manifest, exports: withoutSources(manifest.exports) }),
};

/**
 * Returns what to do if this version of Node cannot run the gateway; undefined if it can. It imports nothing and is
 * called before anything is loaded, because compiled dependencies silently end a Node without Node-API 10, such as
 * 22.13 or 23.5. `engines` of the package names the same versions.
 * @param version as in `process.versions.node`: `20.19.0`.
 */
export function nodeProblem(version: string = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= 24 || (major === 22 && minor >= 19)) return undefined;
  return `The gateway needs Node 22.19, 24 or newer; this is Node ${version}. Install Node 24, or in this repository run \`pnpm gateway\`, which brings its own.`;
}

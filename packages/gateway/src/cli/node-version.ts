/** The lowest major version of Node that runs the gateway, as `engines` of the package names it. */
const MINIMUM = 22;

/**
 * What to do if this version of Node cannot run the gateway; undefined if it can. It imports nothing, so that it can be
 * called before anything is loaded: compiled dependencies end an older Node without a word.
 * @param version as in `process.versions.node`: `20.19.0`.
 */
export function nodeProblem(version: string = process.versions.node): string | undefined {
  if (Number.parseInt(version, 10) >= MINIMUM) return undefined;
  return `The gateway needs Node ${MINIMUM} or newer; this is Node ${version}. Install Node ${MINIMUM} or newer, or in this repository run \`pnpm gateway\`, which brings its own.`;
}

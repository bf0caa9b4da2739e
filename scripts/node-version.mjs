// Imported before any TypeScript: states clearly that this Node cannot run it. Plain JavaScript, for old Nodes.
if (!process.features.typescript) {
  const { node } = process.versions;
  console.error(
    `The scripts of this repository need Node 22.19 or newer; this is Node ${node}. On Linux, \`npx --yes pnpm@12.21.0 install\` brings its own; elsewhere, install Node 22.19 or newer.`,
  );
  process.exit(1);
}

// Copies the elements to the static assets of the Worker.
import { cp } from 'node:fs/promises';

for (const name of ['flight-offset-widget.js', 'offset-status.js']) {
  const source = new URL(import.meta.resolve(`@flight-offset/elements/cdn/${name}`));
  await cp(source, new URL(`public/elements/${name}`, import.meta.url));
}

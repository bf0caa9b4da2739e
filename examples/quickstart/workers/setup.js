// Copies the elements, and the files that they load from beside them, to the static assets of the Worker.
import { cp } from 'node:fs/promises';

const elements = new URL('.', import.meta.resolve('@flight-offset/elements/cdn/flight-offset-widget.js'));
await cp(elements, new URL('public/elements/', import.meta.url), { recursive: true });

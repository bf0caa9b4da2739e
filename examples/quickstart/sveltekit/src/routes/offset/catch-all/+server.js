import { toSvelteKitHandler } from '@flight-offset/server/sveltekit';
import { handler } from '../../../lib/server/offset.js';

export const { GET, POST, OPTIONS } = toSvelteKitHandler(handler);

import { toNextJsHandler } from '@flight-offset/server/nextjs';
import { handler } from '../../../lib/offset';

export const { GET, POST, OPTIONS } = toNextJsHandler(handler);

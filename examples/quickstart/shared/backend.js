import { createServer } from 'node:http';
import { toNodeHandler } from '@flight-offset/server/node';
import { handler } from './offset.js';

const port = Number(process.env.BACKEND_PORT ?? 3001);

createServer(toNodeHandler(handler)).listen(port, () => console.log(`Backend: http://localhost:${port}`));

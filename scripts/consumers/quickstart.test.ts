/** The quickstarts that are quick to install, followed by the text of their pages. The others: `pnpm consumers`. */
import { leadsToPaidOrder } from './quickstart.ts';

for (const name of ['node', 'express', 'fastify']) leadsToPaidOrder({ name });

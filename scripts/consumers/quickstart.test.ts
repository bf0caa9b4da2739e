/** Follows the quickstarts that are quick to install by the text of their pages. The others: `pnpm consumers`. */
import { testQuickstarts } from './quickstart.ts';

testQuickstarts({ name: 'node' }, { name: 'express' }, { name: 'fastify' });

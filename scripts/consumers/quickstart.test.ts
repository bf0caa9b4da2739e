/** Follows the quickstarts that are quick to install by the text of their pages. The others: `pnpm consumers`. */
import { leadToPaidOrders } from './quickstart.ts';

leadToPaidOrders({ name: 'node' }, { name: 'express' }, { name: 'fastify' });

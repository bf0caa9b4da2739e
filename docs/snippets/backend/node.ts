// #region backend
import { createServer } from 'node:http';
import { createOffsetHandler } from '@flight-offset/server';
import { toNodeHandler } from '@flight-offset/server/node';
import { options } from './options.ts';

const handler = createOffsetHandler(options);
createServer(toNodeHandler(handler)).listen(process.env.PORT ?? 3000);
// #endregion backend

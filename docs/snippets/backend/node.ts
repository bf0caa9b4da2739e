// #region backend
import { createServer } from 'node:http';
import { createOffsetHandler } from '@flight-offset/server';
import { toNodeHandler } from '@flight-offset/server/node';
import { options } from './options.ts';

createServer(toNodeHandler(createOffsetHandler(options))).listen(process.env.PORT ?? 3000);
// #endregion backend

// #region backend
// app/offset/[...path]/route.ts
import { createOffsetHandler } from '@flight-offset/server';
import { toNextRoutes } from '@flight-offset/server/nextjs';
import { options } from './options.ts';

export const { GET, POST, OPTIONS } = toNextRoutes(createOffsetHandler(options));
// #endregion backend

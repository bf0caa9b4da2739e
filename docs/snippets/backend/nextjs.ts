// #region backend
// app/offset/[...path]/route.ts
import { createOffsetHandler } from '@flight-offset/server';
import { toNextJsHandler } from '@flight-offset/server/nextjs';
import { options } from './options.ts';

export const { GET, POST, OPTIONS } = toNextJsHandler(createOffsetHandler(options));
// #endregion backend

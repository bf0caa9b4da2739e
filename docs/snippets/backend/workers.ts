// #region backend
import { toWorkersHandler, type WorkersHandler } from '@flight-offset/server/workers';
import { options } from './options.ts';

interface Env {
  readonly OFFSET_URL: string;
  readonly OFFSET_API_KEY: string;
  readonly OFFSET_API_SECRET: string;
  readonly OFFSET_PLATFORM_ID: string;
}

const worker: WorkersHandler<Env> = toWorkersHandler((env: Env) => ({
  ...options,
  service: {
    baseUrl: env.OFFSET_URL,
    apiKey: env.OFFSET_API_KEY,
    signingKey: env.OFFSET_API_SECRET,
    platformId: env.OFFSET_PLATFORM_ID,
  },
}));

export default worker;
// #endregion backend

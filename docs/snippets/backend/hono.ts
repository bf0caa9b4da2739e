import { createOffset, createOffsetHandler, startReconciling } from '@flight-offset/server';
import { toHonoHandler } from '@flight-offset/server/hono';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { options } from './options.ts';

const offset = createOffset(options);
startReconciling(offset);

const app = new Hono();
app.all('/offset/*', toHonoHandler(createOffsetHandler(options, offset)));
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });

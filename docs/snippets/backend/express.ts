// #region backend
import { createOffsetHandler } from '@flight-offset/server';
import { toExpressHandler } from '@flight-offset/server/express';
import express from 'express';
import { options } from './options.ts';

const app = express();
// Before express.json(): the signature of a webhook is verified on the raw body.
app.use('/offset', toExpressHandler(createOffsetHandler(options)));
app.use(express.json());
app.listen(Number(process.env.PORT ?? 3000));
// #endregion backend

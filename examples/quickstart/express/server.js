import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toExpressHandler } from '@flight-offset/server/express';
import express from 'express';
import { handler } from './offset.js';

const port = Number(process.env.PORT ?? 3000);
const widget = import.meta.resolve('@flight-offset/elements/cdn/flight-offset-widget.js');
const app = express();

// Before express.json(): webhook signatures are verified on the raw body.
app.use('/offset', toExpressHandler(handler));
app.use(express.json());
app.use('/elements', express.static(dirname(fileURLToPath(widget))));
app.use(express.static('public', { extensions: ['html'] }));

app.listen(port, () => console.log(`http://localhost:${port}`));

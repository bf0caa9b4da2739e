import type { IncomingMessage, ServerResponse } from 'node:http';
import { createOrder, type Offset } from '@flight-offset/server';

/** Reads the fields of a small form. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > 32_768) break;
  }
  return new URLSearchParams(text);
}

// #region book
/** Books, and creates the order of the contribution if the traveller chose one: its token is a field of the form. */
export async function book(
  offset: Offset,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const token = (await readForm(request)).get('contribution');
    if (!token) return void response.end('Booked, without a contribution.');
    const { paymentUrl } = await createOrder(offset, { token }, { reference: 'booking 4711' });
    response.writeHead(303, { location: paymentUrl }).end();
  } catch {
    // The booking is made, whatever happens to the contribution.
    response.end('Booked. The contribution was not made and nothing was charged for it.');
  }
}
// #endregion book

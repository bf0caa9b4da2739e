import { createHmac } from 'node:crypto';
import { SANDBOX } from '../src/sandbox.ts';
import type { Shot } from './drive.ts';

/** Makes a signed call of the sandbox's merchant. */
function signedPost(path: string, value: unknown): Shot {
  const body = JSON.stringify(value);
  return {
    method: 'POST',
    path,
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'x-api-key': SANDBOX.apiKey,
      'x-platform-id': SANDBOX.platformId,
      'x-body-signature': createHmac('sha256', SANDBOX.secret).update(body).digest('hex'),
    },
  };
}

/** Makes one of many creates, each by another user. */
export function createShot(index: number): Shot {
  return signedPost('/offset-gateway/orders', {
    emission_amount: 1146,
    emission_unit: 'kgCO2',
    callback_url: 'https://merchant.example/offset/webhooks',
    user: { name: `Traveller ${index}`, email: `traveller-${index}@mail.example` },
  });
}

/** Makes one of many creates without webhooks, which would continue after the burst. */
export function quietCreateShot(index: number): Shot {
  const user = { name: `Traveller ${index}`, email: `traveller-${index}@mail.example` };
  return signedPost('/offset-gateway/orders', { emission_amount: 1146, user });
}

/** Makes one of many creates of a chosen portfolio, without webhooks. */
export function portfolioShot(index: number, portfolio: string): Shot {
  const user = { name: `Traveller ${index}`, email: `traveller-${index}@mail.example` };
  return signedPost('/offset-gateway/orders', { emission_amount: 114.6, user, portfolio });
}

/** Makes a confirm of an order. */
export function confirmShot(orderId: string): Shot {
  return signedPost(`/offset-gateway/orders/${orderId}/confirm`, { reference: 'EX7K2P' });
}

/** Makes a payment of an order in full. */
export function settleShot(orderId: string): Shot {
  return signedPost(`/sandbox/orders/${orderId}/payment`, { outcome: 'completed' });
}

/**
 * Makes a request of a hundred flights, on routes that the engine knows.
 * @param series shots of different series share no flight.
 */
export function calculateShot(series = 0): Shot {
  const routes = ['ZRH-SFO-LX-38', 'DEL-BOM-AI-865', 'LHR-JFK-BA-117', 'FRA-SIN-LH-778', 'CDG-DXB-AF-662'];
  const flights = Array.from({ length: 100 }, (_, index) => {
    const [origin, destination, operatingCarrierCode, number] = (routes[index % routes.length] ?? '').split(
      '-',
    );
    const departureDate = { year: 2026, month: 1 + (index % 12), day: 1 + (index % 28) };
    const flightNumber = Number(number) + series;
    return { origin, destination, operatingCarrierCode, flightNumber, departureDate };
  });
  return signedPost('/api/calculate', { flights });
}

import type { Flight } from '../flights/flight.ts';
import type { Project } from '../offer/project.ts';
import type { CreateOrder, Order } from '../orders/order.ts';
import type { User } from '../orders/user.ts';
import type { WebhookEvent } from '../orders/webhook-event.ts';

/** A source of randomness: numbers from 0 up to, not including, 1. */
export type Random = () => number;

/** Repeatable randomness from a seed (mulberry32), so that a failing test can be run again. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const FLIGHTS: readonly Omit<Flight, 'departureDate'>[] = [
  { origin: 'ZRH', destination: 'SFO', operatingCarrierCode: 'LX', flightNumber: 38 },
  { origin: 'DEL', destination: 'BOM', operatingCarrierCode: '6E', flightNumber: 2112 },
  { origin: 'LHR', destination: 'JFK', operatingCarrierCode: 'BA', flightNumber: 177 },
  { origin: 'SIN', destination: 'SYD', operatingCarrierCode: 'SQ', flightNumber: 221 },
  { origin: 'GRU', destination: 'LIS', operatingCarrierCode: 'TP', flightNumber: 82 },
];
const USERS: readonly User[] = [
  { name: 'Zoë Meier', email: 'zoe@example.com' },
  { name: 'आरव शर्मा', email: 'aarav@example.in', tax_id: '29ABCDE1234F2Z5' },
  { email: 'someone+trips@example.org' },
  {},
];

/** A project that is plainly not a real one. */
export const SAMPLE_PROJECT: Project = {
  name: 'Sandbox wind, Tamil Nadu',
  registry: 'Sandbox registry',
  project_id: 'SANDBOX-1',
  category: 'Renewable energy',
  type: 'Wind',
  public_url: 'https://example.com/projects/sandbox-1',
};

function pick<T>(from: readonly T[], random: Random): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** A flight that is flown; the date lies within 2027. */
export function someFlight(random: Random = Math.random): Flight {
  const month = 1 + Math.floor(random() * 12);
  return {
    ...pick(FLIGHTS, random),
    departureDate: { year: 2027, month, day: 1 + Math.floor(random() * 28) },
  };
}

/** The body of a create, of up to 5 t, in either unit. */
export function someCreateOrder(random: Random = Math.random): CreateOrder {
  const kilograms = Math.round(random() * 5_000_000) / 1_000;
  const inTonnes = random() < 0.3;
  return {
    emission_amount: inTonnes ? kilograms / 1_000 : kilograms,
    emission_unit: inTonnes ? 'tonCO2e' : 'kgCO2',
    callback_url: 'https://merchant.example/offset/webhooks',
    user: pick(USERS, random),
  };
}

/** An order as a list shows it. */
export function someOrder(random: Random = Math.random): Order {
  const status = pick(['pending', 'completed', 'failed'] as const, random);
  const { callback_url = null, user = {}, ...amount } = someCreateOrder(random);
  const number = Math.floor(random() * 2 ** 40)
    .toString(36)
    .padStart(8, '0');
  return {
    order_id: `ord_${number}`,
    ...amount,
    user,
    callback_url,
    payment_url: `https://gateway.example/pay/${number}`,
    created_at: new Date(Date.UTC(2027, 0, 1) + Math.floor(random() * 3e10)).toISOString(),
    status,
    payment_status: status,
    project: SAMPLE_PROJECT,
  };
}

/** A webhook event of a final order. */
export function someWebhookEvent(random: Random = Math.random): WebhookEvent {
  const completed = random() < 0.8;
  const status = completed ? 'completed' : 'failed';
  const order = someOrder(random);
  return {
    type: `order.${status}`,
    timestamp: new Date(Date.parse(order.created_at) + 60_000).toISOString(),
    data: {
      ...order,
      status,
      payment_status: status,
      ...(completed && { transaction_id: `txn_${order.order_id}` }),
    },
  };
}

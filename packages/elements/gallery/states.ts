import type { CheckoutStatus, Flight } from '@flight-offset/core';
import type { ScenarioName } from '../src/testing/index.ts';

/** One picture of the gallery: an element in one state. */
export interface Shot {
  readonly name: string;
  readonly element?: keyof HTMLElementTagNameMap;
  readonly scenario: ScenarioName;
  readonly flights?: readonly Flight[];
  readonly passengers?: number;
  readonly cabin?: string;
  /** Controls to click once the quote is loaded, by selector. */
  readonly clicks?: readonly string[];
  /** Status of the order. */
  readonly orderStatus?: 'pending' | 'completed' | 'failed';
  readonly attributes?: Readonly<Record<string, string>>;
  /** An order to show in place of the offer. */
  readonly order?: CheckoutStatus;
}

/** A flight of Swiss in December 2026. */
const flight = (origin: string, destination: string, flightNumber: number, day: number): Flight => ({
  origin,
  destination,
  operatingCarrierCode: 'LX',
  flightNumber,
  departureDate: { year: 2026, month: 12, day },
});

const one = [flight('ZRH', 'SFO', 38, 14)];
const both = [...one, flight('SFO', 'ZRH', 39, 28)];
const stops = ['ZRH', 'FRA', 'JFK', 'ORD', 'DEN', 'SFO', 'NRT', 'HKG', 'SIN', 'DEL', 'DXB', 'IST', 'ZRH'];
const twelve = stops.slice(1).map((to, index) => flight(stops[index]!, to, 100 + index, index + 1));

/** Every state with its own appearance. */
export const SHOTS: readonly Shot[] = [
  { name: 'ready', scenario: 'ready', flights: one },
  { name: 'selected', scenario: 'ready', flights: one, passengers: 2, clicks: ['[type=checkbox]'] },
  { name: 'return', scenario: 'typical', flights: both, passengers: 2 },
  { name: 'business', scenario: 'higher', flights: one, cabin: 'business' },
  { name: 'loading', scenario: 'neverResponds', flights: one },
  { name: 'unavailable', scenario: 'unavailable', flights: one },
  { name: 'failed', scenario: 'failed', flights: one },
  { name: 'one-option', scenario: 'oneOption', flights: one, clicks: ['[type=checkbox]'] },
  { name: 'choices', scenario: 'choices', flights: one, clicks: ['[type=checkbox]'] },
  { name: 'no-comparison', scenario: 'noComparison', flights: one },
  { name: 'bare', scenario: 'bare', flights: one },
  { name: 'no-project', scenario: 'noProject', flights: one },
  { name: 'no-price', scenario: 'noPrice', flights: one, clicks: ['[type=checkbox]'] },
  { name: 'figures-none', scenario: 'figuresNone', flights: one },
  { name: 'official-label', scenario: 'officialLabel', flights: one },
  { name: 'contrails', scenario: 'contrails', flights: one, clicks: ['summary'] },
  {
    name: 'already-paid',
    scenario: 'alreadyPaid',
    flights: one,
    clicks: ['[type=checkbox]', '.offer button'],
  },
  { name: 'how', scenario: 'ready', flights: one, clicks: ['summary'] },
  {
    name: 'long-names',
    scenario: 'longNames',
    flights: one,
    passengers: 12,
    clicks: ['summary', '[type=checkbox]'],
  },
  { name: 'right-to-left-names', scenario: 'rightToLeft', flights: one },
  { name: 'not-opened', scenario: 'orderFailed', flights: one, clicks: ['[type=checkbox]', '.offer button'] },
  {
    name: 'price-increase',
    scenario: 'priceIncrease',
    flights: one,
    clicks: ['[type=checkbox]', '.offer button'],
  },
  { name: 'redirecting', scenario: 'ready', flights: one, clicks: ['[type=checkbox]', '.offer button'] },
  {
    name: 'form',
    scenario: 'ready',
    flights: one,
    clicks: ['[type=checkbox]'],
    attributes: { checkout: 'form' },
  },
  { name: 'compact', scenario: 'ready', flights: one, passengers: 2, attributes: { compact: '' } },
  { name: 'disabled', scenario: 'ready', flights: one, attributes: { disabled: '' } },
  {
    name: 'ordered',
    scenario: 'ready',
    flights: one,
    order: { orderId: 'order-1', status: 'completed', grams: 573_000 },
  },
  { name: 'twelve-legs', scenario: 'ready', flights: twelve },
  { name: 'status-pending', element: 'offset-status', scenario: 'ready' },
  { name: 'status-completed', element: 'offset-status', scenario: 'ready', orderStatus: 'completed' },
  { name: 'status-failed', element: 'offset-status', scenario: 'ready', orderStatus: 'failed' },
  { name: 'emissions', element: 'flight-emissions', scenario: 'lower', flights: one },
  { name: 'emissions-label', element: 'flight-emissions', scenario: 'officialLabel', flights: one },
  { name: 'emissions-unavailable', element: 'flight-emissions', scenario: 'unavailable', flights: one },
  { name: 'transaction', element: 'offset-transaction', scenario: 'ready' },
  { name: 'orders', element: 'offset-order-list', scenario: 'ready' },
  {
    name: 'orders-selectable',
    element: 'offset-order-list',
    scenario: 'ready',
    attributes: { selectable: '' },
  },
  { name: 'orders-failed', element: 'offset-order-list', scenario: 'offline' },
];

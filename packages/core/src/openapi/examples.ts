/** Examples of the reference: one trip from estimate to transaction. A test reads each through its schema. */
import type { CalculateRequest } from '../flights/flight.ts';
import type { FlightEmissionsResult } from '../flights/flight-emissions.ts';
import type { FlightEstimateResult } from '../flights/flight-estimate.ts';
import type { Offer } from '../offer/offer.ts';
import type { Project } from '../offer/project.ts';
import {
  type CreatedOrder,
  type CreateOrderInput,
  ORDER_EXTENSIONS,
  type Order,
  type OrderStatus,
} from '../orders/order.ts';
import type { OrderList } from '../orders/order-list.ts';
import type { CreateRefundInput, Refund, RefundList } from '../orders/refund.ts';
import type { ConfirmOrder } from '../orders/settlement.ts';
import type { Statement, StatementList, StatementWithLines } from '../orders/statement.ts';
import type { Transaction } from '../orders/transaction.ts';

export const calculate: CalculateRequest = {
  flights: [
    {
      origin: 'ZRH',
      destination: 'SFO',
      operatingCarrierCode: 'LX',
      flightNumber: 38,
      departureDate: { year: 2026, month: 12, day: 14 },
    },
  ],
};

/** The gateway's result for this flight; a release of the model may change the figures. */
const result: FlightEmissionsResult = {
  flight: calculate.flights[0] as FlightEmissionsResult['flight'],
  emissionsGramsPerPax: { first: 2983785, business: 2387028, premiumEconomy: 895135, economy: 596757 },
};

export const calculated: FlightEmissionsResult[] = [result];

/** Shortened: the first of the likely aircraft, and three steps of the derivation. */
export const estimated: FlightEstimateResult[] = [
  {
    ...result,
    interval: {
      low: { first: 2628936, business: 2103149, premiumEconomy: 788681, economy: 525787 },
      high: { first: 3473660, business: 2778928, premiumEconomy: 1042098, economy: 694732 },
    },
    ttwGramsPerPax: { first: 2480900, business: 1984720, premiumEconomy: 744270, economy: 496180 },
    wttGramsPerPax: { first: 502885, business: 402308, premiumEconomy: 150865, economy: 100577 },
    distanceKm: 9624.7,
    aircraft: [
      {
        icao: 'B77W',
        name: 'Boeing 777-300ER',
        body: 'wide',
        share: 0.7434,
        seats: { first: 8, business: 62, premiumEconomy: 24, economy: 226 },
        fuelKg: 91485,
        economyGramsPerPax: 587270,
      },
    ],
    provenance: [
      {
        step: 'great-circle distance',
        value: 9369.8,
        unit: 'km',
        tier: 'airport pair',
        source: 'airport coordinates; sphere of 1 NM per minute of arc',
        publisher: 'OurAirports, OpenTravelData',
        period: '2026-05',
        confidence: 'published',
      },
      {
        step: 'distance factor',
        value: 1.0272,
        tier: 'airport pair',
        source: 'flown over great-circle distance',
        publisher: 'GAIA, Teoh et al.',
        period: '2019-2021',
        confidence: 'published',
      },
      {
        step: 'load factor',
        value: 0.8243,
        tier: 'carrier, US filings',
        source:
          'T-100 segments by carrier and airports; month: IATA, load factors by region, 2019 and 2023-2025',
        publisher: 'US Department of Transportation, Bureau of Transportation Statistics',
        period: '2024',
        confidence: 'published',
      },
    ],
    warnings: [],
    modelVersion: '3.0.6.20261128',
    typical: {
      emissionsGramsPerPax: { first: 2860802, business: 2288642, premiumEconomy: 858241, economy: 572160 },
      method: 'carriers_on_route',
      carriers: 1,
    },
  },
];

export const createOrder: CreateOrderInput = {
  emission_amount: 1225,
  emission_unit: 'kgCO2',
  callback_url: 'https://merchant.example/offset/webhooks',
  user: { name: 'Zoë Meier', email: 'zoe@example.com', tax_id: '29ABCDE1234F2Z5' },
};

export const createdOrder: CreatedOrder = {
  order_id: 'ord_01JD6Q4T8ZJ5V3N2',
  emission_amount: 1225,
  emission_unit: 'kgCO2',
  user: { name: 'Zoë Meier', email: 'zoe@example.com', tax_id: '29ABCDE1234F2Z5' },
  callback_url: 'https://merchant.example/offset/webhooks',
  payment_url: 'https://gateway.example/pay/7Zc0b1qE3kX9',
  created_at: '2026-11-21T09:30:00.000Z',
};

const project: Project = {
  name: 'Bundled wind, Tamil Nadu',
  registry: 'Verra',
  project_id: '1851',
  category: 'Renewable energy',
  type: 'Wind',
  public_url: 'https://registry.verra.org/app/projectDetail/VCS/1851',
};

export const order: Order = { ...createdOrder, status: 'completed', payment_status: 'completed', project };

export const orderStatus: OrderStatus = {
  order_id: order.order_id,
  status: order.status,
  created_at: order.created_at,
  emission_amount: order.emission_amount,
  emission_unit: order.emission_unit,
};

export const orderList: OrderList = {
  metadata: { current_page: 1, total_records: 1, limit: 20 },
  overview: { total_orders: 1, total_amount_paid: 1468.78, total_users: 1 },
  orders: [order],
};

export const transaction: Transaction = {
  id: 'txn_01JD6Q8M2B7C',
  amount: 1468.78,
  carbon_credits: 1.225,
  timestamp: '2026-11-21T09:31:12.000Z',
};

export const offer: Offer = {
  price_per_tonne: 1199,
  currency: 'INR',
  currencies: ['EUR', 'INR'],
  project,
  available: 2_000_000_000,
  portfolios: [
    {
      id: 'wind',
      name: 'Wind power, Tamil Nadu',
      product: 'carbon_credits',
      price_per_tonne: 1199,
      available: 2_000_000_000,
      parts: [
        {
          share: 1,
          project: {
            ...project,
            descriptions: { en: 'Wind turbines whose electricity replaces power from coal.' },
            country: 'IN',
            vintage_from: 2023,
            vintage_to: 2024,
          },
        },
      ],
    },
  ],
  extensions: [...ORDER_EXTENSIONS],
};

export const confirmOrder: ConfirmOrder = { reference: 'EX7K2P' };

export const confirmedOrder: Order = {
  ...order,
  settlement: 'merchant',
  price: { currency: 'INR', amount_minor: 146878 },
  reference: 'EX7K2P',
};

export const failedOrder: Order = { ...createdOrder, status: 'failed', payment_status: 'failed' };

const openStatement: Statement = {
  id: 'open_INR',
  number: null,
  period: '2026-11',
  currency: 'INR',
  state: 'open',
  total_minor: 146878,
  orders: 1,
  refunds: 0,
  closed_at: null,
  paid_at: null,
};

export const statementList: StatementList = { statements: [openStatement] };

export const statement: StatementWithLines = {
  ...openStatement,
  lines: [
    {
      kind: 'order',
      order_id: order.order_id,
      reference: 'EX7K2P',
      amount_minor: 146878,
      grams: 1225000,
      at: '2026-11-21T09:31:12.000Z',
    },
  ],
};

export const createRefund: CreateRefundInput = {
  emission_amount: 612,
  emission_unit: 'kgCO2',
  reason: 'one of two legs cancelled',
};

export const refund: Refund = {
  refund_id: 'rfd_01JD6R0F5W9K',
  order_id: order.order_id,
  cause: 'requested',
  status: 'pending',
  amount: { currency: 'INR', amount_minor: 73379 },
  grams: 612000,
  credits: 'returned',
  reason: 'one of two legs cancelled',
  created_at: '2026-11-24T08:00:00.000Z',
};

export const refundList: RefundList = {
  refunds: [
    {
      ...refund,
      status: 'completed',
      transaction_id: 'txn_01JD6R1B3H7Q',
      settled_at: '2026-11-24T08:00:02.000Z',
    },
  ],
};

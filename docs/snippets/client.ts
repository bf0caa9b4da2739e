import { OffsetApiError, OffsetClient } from '@flight-offset/core/server';

const { env } = process;

const client = new OffsetClient({
  baseUrl: env.OFFSET_URL ?? 'http://localhost:4010',
  apiKey: env.OFFSET_API_KEY ?? 'sandbox-key',
  signingKey: env.OFFSET_API_SECRET ?? 'sandbox-secret',
  platformId: env.OFFSET_PLATFORM_ID ?? 'sandbox-platform',
});

try {
  const [flight] = await client.calculateEmissions([
    {
      origin: 'ZRH',
      destination: 'SFO',
      operatingCarrierCode: 'LX',
      flightNumber: 38,
      departureDate: { year: 2026, month: 12, day: 14 },
    },
  ]);
  const order = await client.createOrder(
    { emission_amount: (flight?.emissionsGramsPerPax.economy ?? 0) / 1000 },
    { idempotencyKey: 'booking-4711' },
  );
  console.log(order.payment_url);
} catch (error) {
  if (error instanceof OffsetApiError) console.error(error.error, error.message, error.requestId);
  throw error;
}

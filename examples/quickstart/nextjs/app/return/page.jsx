import { OffsetStatus } from '@flight-offset/elements/react';

// The URL only names the order. <offset-status> requests its status from the backend.
export default async function Page({ searchParams }) {
  const { order_id: orderId = '' } = await searchParams;
  return (
    <main>
      <h1>Your contribution</h1>
      <OffsetStatus endpoint="/offset" orderId={String(orderId)} />
    </main>
  );
}

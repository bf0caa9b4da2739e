import { Status } from './status.jsx';

// The URL only names the order. <offset-status> requests its status from the backend.
export default async function Page({ searchParams }) {
  const { order_id: orderId = '' } = await searchParams;
  return (
    <main>
      <h1>Your contribution</h1>
      <Status orderId={String(orderId)} />
    </main>
  );
}

import { OffsetStatus } from '@flight-offset/elements/react';
import { createRoot } from 'react-dom/client';

// The URL only names the order. <offset-status> requests its status from the backend.
const orderId = new URLSearchParams(location.search).get('order_id') ?? '';

function Return() {
  return (
    <>
      <h1>Your contribution</h1>
      <OffsetStatus endpoint="/offset" orderId={orderId} />
    </>
  );
}

createRoot(document.getElementById('app')).render(<Return />);

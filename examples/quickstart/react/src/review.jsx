import { FlightOffsetWidget } from '@flight-offset/elements/react';
import { createRoot } from 'react-dom/client';

function Review() {
  return (
    <>
      <h1>Review and pay</h1>
      <FlightOffsetWidget
        endpoint="/offset"
        flights="LX38 ZRH-SFO 2026-12-14"
        cabin="economy"
        passengers={2}
      />
    </>
  );
}

createRoot(document.getElementById('app')).render(<Review />);

import { FlightOffsetWidget } from '@flight-offset/elements/react';

export default function Page() {
  return (
    <main>
      <h1>Review and pay</h1>
      <FlightOffsetWidget
        endpoint="/offset"
        flights="LX38 ZRH-SFO 2026-12-14"
        cabin="economy"
        passengers={2}
      />
    </main>
  );
}

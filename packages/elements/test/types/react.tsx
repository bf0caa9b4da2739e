/** Code of a page in React 19, which uses every public type; compiled by a test. */
import { formatFlights } from '@flight-offset/elements';
import '@flight-offset/elements/define/flight-offset-widget';
import { FlightOffsetWidget } from '@flight-offset/elements/react';
import type {} from '@flight-offset/elements/types/react';
import type { ReactElement } from 'react';

const FLIGHT = {
  origin: 'ZRH',
  destination: 'SFO',
  operatingCarrierCode: 'LX',
  flightNumber: 38,
  departureDate: { year: 2026, month: 12, day: 14 },
};

export function Page(): ReactElement {
  return (
    <>
      <flight-offset-widget
        endpoint="/offset"
        flights={[FLIGHT]}
        cabin="premiumEconomy"
        passengers={2}
        name="contribution"
        className="wide"
        onoffset-change={(event) => event.option?.token.length}
        onoffset-redirect={(event) => open(event.url)}
      />
      <flight-offset-widget endpoint="/offset" flights={formatFlights([FLIGHT])} disabled />
      <offset-status endpoint="/offset" order-id="1" onoffset-status={({ status }) => status.orderId} />
      <FlightOffsetWidget endpoint="/offset" passengers={2} onOffsetChange={(event) => event.option?.grams} />
      {/* @ts-expect-error there is no such cabin */}
      <flight-offset-widget cabin="steerage" />
      {/* @ts-expect-error a tick cannot be set */}
      <flight-offset-widget selected />
    </>
  );
}

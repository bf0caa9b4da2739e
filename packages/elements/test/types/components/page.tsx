/** Code of a page in React 18: the components alone bring the types of their events. */
import { FlightOffsetWidget, type OffsetEventData } from '@flight-offset/elements/react';
import { OffsetOrderList } from '@flight-offset/elements/react/back-office';
import type { ReactElement } from 'react';

const choose = ({ option }: OffsetEventData['offset-change']): number | undefined => option?.grams;

export function Page(): ReactElement {
  return (
    <>
      <FlightOffsetWidget
        endpoint="/offset"
        travellers={[
          { cabin: 'business', count: 2 },
          { kind: 'infant_on_lap', count: 1 },
        ]}
        onOffsetView={({ quote }) => quote.passengers}
        onOffsetChange={choose}
        onOffsetRedirect={(event) => open(event.url)}
        // @ts-expect-error no such field on this event
        onOffsetOrder={(event) => event.url}
      />
      <OffsetOrderList endpoint="/offset" selectable onOffsetOrderSelect={({ order }) => order.order_id} />
    </>
  );
}

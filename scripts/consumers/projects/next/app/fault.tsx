import { FlightOffsetWidget } from '@flight-offset/elements/react';
import type {} from '@flight-offset/elements/types/react';
import type { ReactElement } from 'react';

export function Fault(): ReactElement {
  return (
    <>
      <flight-offset-widget cabin="steerage" />
      <FlightOffsetWidget onOffsetChange={({ option }) => option?.gramms} />
    </>
  );
}

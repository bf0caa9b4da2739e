'use client';

import type { Cabin } from '@flight-offset/core';
import { FlightOffsetWidget, type OffsetEventData } from '@flight-offset/elements/react';
import { type ReactElement, useState } from 'react';
import { FLIGHTS } from './flights.ts';

/** The booking page: the page chooses the cabin, the traveller the contribution. */
export function Review({ cardSkeleton }: { readonly cardSkeleton: string }): ReactElement {
  const [cabin, setCabin] = useState<Cabin>('economy');
  const [chosen, setChosen] = useState<string>();
  const choose = ({ option }: OffsetEventData['offset-change']): void => setChosen(option?.price?.formatted);
  // #region widget
  const widget = (
    <FlightOffsetWidget
      endpoint="/offset"
      flights={FLIGHTS}
      cabin={cabin}
      passengers={2}
      onOffsetChange={choose}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is the package's own.
      dangerouslySetInnerHTML={{ __html: cardSkeleton }}
    />
  );
  // #endregion widget
  return (
    <>
      <h1>Review and pay</h1>
      <label>
        Cabin{' '}
        <select value={cabin} onChange={({ target }) => setCabin(target.value as Cabin)}>
          <option value="economy">Economy</option>
          <option value="business">Business</option>
        </select>
      </label>
      {widget}
      {/* In a paragraph: screen readers that read by lines find no text directly in a status. */}
      <div role="status">
        <p>{chosen ? `Contribution: ${chosen}, paid separately.` : 'No contribution chosen.'}</p>
      </div>
    </>
  );
}

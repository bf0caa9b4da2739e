'use client';

import { OffsetStatus } from '@flight-offset/elements/react';
import type { ReactElement } from 'react';

/** The page to which a traveller comes back from paying. */
export function Returned({ orderId }: { readonly orderId: string }): ReactElement {
  return (
    <>
      <h1>Your contribution</h1>
      <OffsetStatus endpoint="/offset" orderId={orderId} />
      <p>
        <a href="/">Back to the booking</a>
      </p>
    </>
  );
}

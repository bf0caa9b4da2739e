'use client';

import { OffsetStatus } from '@flight-offset/elements/react';
import type { ReactElement } from 'react';

/** The return page. */
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

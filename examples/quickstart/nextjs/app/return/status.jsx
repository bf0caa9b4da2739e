'use client';

import { OffsetStatus } from '@flight-offset/elements/react';

export function Status({ orderId }) {
  return <OffsetStatus endpoint="/offset" orderId={orderId} />;
}

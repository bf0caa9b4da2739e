import { skeleton } from '@flight-offset/elements/skeleton';
import type { ReactElement } from 'react';
import { Returned } from './returned.tsx';
import { Review } from './review.tsx';

/** The booking page, to which travellers also come back, with `order_id` in the address. */
export default async function Page(props: {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}): Promise<ReactElement> {
  const { order_id: orderId } = await props.searchParams;
  const cardSkeleton = await skeleton('en');
  return typeof orderId === 'string' ? (
    <Returned orderId={orderId} />
  ) : (
    <Review cardSkeleton={cardSkeleton} />
  );
}

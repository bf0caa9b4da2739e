import { skeleton } from '@flight-offset/elements/skeleton';
import type { ReactElement } from 'react';
import { Returned } from './returned.tsx';
import { Review } from './review.tsx';

/** The booking page, which is also the return page if the URL has an `order_id`. */
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

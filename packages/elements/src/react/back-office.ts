'use client';

/** `@flight-offset/elements/react/back-office`: the elements of a merchant's back office as React components. */
import { createComponent, type EventName, type ReactWebComponent } from '@lit/react';
import * as React from 'react';
import '../define/offset-order-list.ts';
import '../define/offset-transaction.ts';
import type { OffsetOrderList as OffsetOrderListElement } from '../offset-order-list/offset-order-list.ts';
import type { OffsetTransaction as OffsetTransactionElement } from '../offset-transaction/offset-transaction.ts';
import { registered } from './registered.ts';

type ListenerProp<N extends keyof HTMLElementEventMap> = EventName<HTMLElementEventMap[N]>;

const errorEvents = { onOffsetError: 'offset-error' as ListenerProp<'offset-error'> };

const listEvents = {
  onOffsetError: 'offset-error' as ListenerProp<'offset-error'>,
  onOffsetOrderSelect: 'offset-order-select' as ListenerProp<'offset-order-select'>,
};

/** `<offset-order-list>` as a component. */
export const OffsetOrderList: ReactWebComponent<OffsetOrderListElement, typeof listEvents> = createComponent({
  react: React,
  tagName: 'offset-order-list',
  elementClass: registered<typeof OffsetOrderListElement>('offset-order-list'),
  events: listEvents,
});

/** `<offset-transaction>` as a component. */
export const OffsetTransaction: ReactWebComponent<OffsetTransactionElement, typeof errorEvents> =
  createComponent({
    react: React,
    tagName: 'offset-transaction',
    elementClass: registered<typeof OffsetTransactionElement>('offset-transaction'),
    events: errorEvents,
  });

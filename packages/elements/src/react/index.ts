'use client';

/**
 * `@flight-offset/elements/react`: the elements as React components, for React 18, or for typed `onOffsetChange` props.
 * React 19 supports the elements directly. For a back office: `react/back-office`.
 */
import { createComponent, type EventName, type ReactWebComponent } from '@lit/react';
import * as React from 'react';
import '../define/flight-emissions.ts';
import '../define/flight-offset-widget.ts';
import '../define/offset-status.ts';
import type { FlightEmissions as FlightEmissionsElement } from '../flight-emissions/flight-emissions.ts';
import type { FlightOffsetWidget as FlightOffsetWidgetElement } from '../flight-offset-widget/flight-offset-widget.ts';
import type { OffsetStatus as OffsetStatusElement } from '../offset-status/offset-status.ts';
import { registered } from './registered.ts';

// For listeners: the types of the events.
export type { OffsetEvent, OffsetEventData, OffsetEventName } from '../events/events.ts';

type ListenerProp<N extends keyof HTMLElementEventMap> = EventName<HTMLElementEventMap[N]>;

const quoteEvents = {
  onOffsetQuote: 'offset-quote' as ListenerProp<'offset-quote'>,
  onOffsetError: 'offset-error' as ListenerProp<'offset-error'>,
};

/** `<flight-emissions>` as a component. */
export const FlightEmissions: ReactWebComponent<FlightEmissionsElement, typeof quoteEvents> = createComponent(
  {
    react: React,
    tagName: 'flight-emissions',
    elementClass: registered<typeof FlightEmissionsElement>('flight-emissions'),
    events: quoteEvents,
  },
);

const widgetEvents = {
  onOffsetQuote: 'offset-quote' as ListenerProp<'offset-quote'>,
  onOffsetError: 'offset-error' as ListenerProp<'offset-error'>,
  onOffsetChange: 'offset-change' as ListenerProp<'offset-change'>,
  onOffsetView: 'offset-view' as ListenerProp<'offset-view'>,
  onOffsetOrder: 'offset-order' as ListenerProp<'offset-order'>,
  onOffsetRedirect: 'offset-redirect' as ListenerProp<'offset-redirect'>,
};

/** `<flight-offset-widget>` as a component. */
export const FlightOffsetWidget: ReactWebComponent<FlightOffsetWidgetElement, typeof widgetEvents> =
  createComponent({
    react: React,
    tagName: 'flight-offset-widget',
    elementClass: registered<typeof FlightOffsetWidgetElement>('flight-offset-widget'),
    events: widgetEvents,
  });

const statusEvents = {
  onOffsetStatus: 'offset-status' as ListenerProp<'offset-status'>,
  onOffsetError: 'offset-error' as ListenerProp<'offset-error'>,
};

/** `<offset-status>` as a component. */
export const OffsetStatus: ReactWebComponent<OffsetStatusElement, typeof statusEvents> = createComponent({
  react: React,
  tagName: 'offset-status',
  elementClass: registered<typeof OffsetStatusElement>('offset-status'),
  events: statusEvents,
});

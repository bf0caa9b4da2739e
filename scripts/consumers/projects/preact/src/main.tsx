import '@flight-offset/elements/define/flight-offset-widget';
import '@flight-offset/elements/define/offset-status';
import type { Cabin } from '@flight-offset/core';
import type { OffsetEventData } from '@flight-offset/elements';
import type {} from '@flight-offset/elements/types/preact';
import { render, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { FLIGHTS } from './flights.ts';

function Review(): VNode {
  const [cabin, setCabin] = useState<Cabin>('economy');
  const [chosen, setChosen] = useState<string>();
  const choose = ({ option }: OffsetEventData['offset-change']): void => setChosen(option?.price?.formatted);
  return (
    <>
      <label>
        Cabin{' '}
        <select value={cabin} onChange={({ currentTarget }) => setCabin(currentTarget.value as Cabin)}>
          <option value="economy">Economy</option>
          <option value="business">Business</option>
        </select>
      </label>
      <flight-offset-widget
        endpoint="/offset"
        flights={FLIGHTS}
        cabin={cabin}
        passengers={2}
        onoffset-change={choose}
      />
      <div role="status">
        <p>{chosen ? `Contribution: ${chosen}, paid separately.` : 'No contribution chosen.'}</p>
      </div>
    </>
  );
}

const root = document.getElementById('root');
const orderId = new URLSearchParams(location.search).get('order_id');
if (root) render(orderId ? <offset-status endpoint="/offset" order-id={orderId} /> : <Review />, root);

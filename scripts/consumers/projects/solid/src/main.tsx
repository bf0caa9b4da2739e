import '@flight-offset/elements/define/flight-offset-widget';
import '@flight-offset/elements/define/offset-status';
import type { Cabin } from '@flight-offset/core';
import type { OffsetEventData } from '@flight-offset/elements';
import type {} from '@flight-offset/elements/types/solid';
import { createSignal, type JSX } from 'solid-js';
import { render } from 'solid-js/web';
import { FLIGHTS } from './flights.ts';

function Review(): JSX.Element {
  const [cabin, setCabin] = createSignal<Cabin>('economy');
  const [chosen, setChosen] = createSignal<string>();
  const choose = ({ option }: OffsetEventData['offset-change']) => setChosen(option?.price?.formatted);
  return (
    <>
      <label>
        Cabin{' '}
        <select value={cabin()} onChange={({ currentTarget }) => setCabin(currentTarget.value as Cabin)}>
          <option value="economy">Economy</option>
          <option value="business">Business</option>
        </select>
      </label>
      <flight-offset-widget
        endpoint="/offset"
        prop:flights={FLIGHTS}
        cabin={cabin()}
        prop:passengers={2}
        on:offset-change={choose}
      />
      <div role="status">
        <p>{chosen() ? `Contribution: ${chosen()}, paid separately.` : 'No contribution chosen.'}</p>
      </div>
    </>
  );
}

const root = document.getElementById('root');
const orderId = new URLSearchParams(location.search).get('order_id');
if (root)
  render(() => (orderId ? <offset-status endpoint="/offset" order-id={orderId} /> : <Review />), root);

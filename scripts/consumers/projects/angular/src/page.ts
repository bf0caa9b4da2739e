import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import type { Cabin } from '@flight-offset/core';
import type { OffsetEventData } from '@flight-offset/elements';
import { FLIGHTS } from './flights.ts';

@Component({
  selector: 'app-page',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    @if (orderId) {
      <offset-status endpoint="/offset" [attr.order-id]="orderId" />
    } @else {
      <label>
        Cabin
        <select #select (change)="cabin.set($any(select.value))">
          <option value="economy">Economy</option>
          <option value="business">Business</option>
        </select>
      </label>
      <flight-offset-widget
        endpoint="/offset"
        [flights]="flights"
        [cabin]="cabin()"
        [passengers]="2"
        (offset-change)="choose($event)"
      />
      <div role="status">
        <p>{{ chosen() ? 'Contribution: ' + chosen() + ', paid separately.' : 'No contribution chosen.' }}</p>
      </div>
    }
  `,
})
export class Page {
  readonly orderId = new URLSearchParams(location.search).get('order_id');
  readonly flights = FLIGHTS;
  readonly cabin = signal<Cabin>('economy');
  readonly chosen = signal<string | undefined>(undefined);

  choose({ option }: OffsetEventData['offset-change']): void {
    this.chosen.set(option?.price?.formatted);
  }
}

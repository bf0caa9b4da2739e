import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import type { FlightOffsetWidget } from '@flight-offset/elements';

// Angular checks the events of custom elements and references to them, not their properties.
@Component({
  selector: 'app-fault',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <flight-offset-widget #widget (offset-change)="say($event.option?.gramms)" />
    {{ setCabin(widget, 'steerage') }}
  `,
})
export class Fault {
  say(_: unknown): void {}

  setCabin(widget: FlightOffsetWidget, cabin: FlightOffsetWidget['cabin']): void {
    widget.cabin = cabin;
  }
}

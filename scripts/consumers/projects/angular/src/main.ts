import '@flight-offset/elements/define/flight-offset-widget';
import '@flight-offset/elements/define/offset-status';
import { bootstrapApplication } from '@angular/platform-browser';
import { Page } from './page.ts';

bootstrapApplication(Page);

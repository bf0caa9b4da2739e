/** The only module of the strict page: what a merchant's page would load. */
import '@flight-offset/elements/define/flight-offset-widget';

/** The only module of the strict page: the one that a merchant's page would load. */
import '@flight-offset/elements/define/flight-offset-widget';

import '@flight-offset/elements/define/flight-offset-widget';
import '@flight-offset/elements/define/offset-status';
import { createApp } from 'vue';
import Page from './Page.vue';

createApp(Page).mount('#root');

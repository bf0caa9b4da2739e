import '@flight-offset/elements/define/flight-offset-widget';
import { createApp } from 'vue';
import ReviewPage from './ReviewPage.vue';

createApp(ReviewPage).mount('#app');

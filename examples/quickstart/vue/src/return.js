import '@flight-offset/elements/define/offset-status';
import { createApp } from 'vue';
import ReturnPage from './ReturnPage.vue';

createApp(ReturnPage).mount('#app');

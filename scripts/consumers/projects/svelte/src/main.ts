import '@flight-offset/elements/define/flight-offset-widget';
import '@flight-offset/elements/define/offset-status';
import { mount } from 'svelte';
import Page from './Page.svelte';

const target = document.getElementById('root');
if (target) mount(Page, { target });

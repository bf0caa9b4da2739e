// Types of the elements' properties and events, also in templates.
import type {} from '@flight-offset/elements/types/vue';

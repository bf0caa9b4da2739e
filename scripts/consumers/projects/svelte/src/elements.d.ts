// What the elements take and tell, in templates too.
import type {} from '@flight-offset/elements/types/svelte';

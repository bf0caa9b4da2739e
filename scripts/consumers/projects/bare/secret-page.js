// What a page must not be able to do.
import { OffsetClient } from '@flight-offset/core/server';

console.log(OffsetClient);

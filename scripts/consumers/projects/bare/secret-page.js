// A page must not be able to do this.
import { OffsetClient } from '@flight-offset/core/server';

console.log(OffsetClient);

import { onMounted, onUnmounted, type Ref, ref } from 'vue';
import type { Exchange } from '../../../sandbox-backend/exchange.ts';
import { connect } from './connect.ts';

/** Returns the exchanges of this visit, newest first, and a function that clears them. */
export function useExchanges(): { exchanges: Ref<Exchange[]>; clear: () => void } {
  const exchanges: Ref<Exchange[]> = ref([]);
  const known = new Set<string>();
  let stop: (() => void) | undefined;
  let gone = false;

  onMounted(async () => {
    const connection = await connect();
    if (gone) return;
    stop = connection.listen((exchange) => {
      // A stream that reconnects repeats the last ones.
      if (known.has(exchange.id)) return;
      known.add(exchange.id);
      // An exchange is reported when it ends; the log is sorted by start.
      exchanges.value = [exchange, ...exchanges.value].sort((a, b) => b.at.localeCompare(a.at)).slice(0, 60);
    });
  });
  onUnmounted(() => {
    gone = true;
    stop?.();
  });
  return {
    exchanges,
    clear: () => {
      exchanges.value = [];
    },
  };
}

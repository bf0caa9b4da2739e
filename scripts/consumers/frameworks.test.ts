/** The packed packages in the frameworks that are quick to install. The others: `pnpm consumers`. */
import { holdsIn } from './consumer.ts';

holdsIn({
  name: 'Vue 3',
  folders: ['examples/vue-page', 'scripts/consumers/projects/vue'],
  fault: 'src/Fault.vue',
  check: ['vue-tsc', '--noEmit', '--pretty', 'false'],
  build: ['vite', 'build'],
});

holdsIn({
  name: 'Svelte 5',
  folders: ['scripts/consumers/projects/svelte'],
  fault: 'src/Fault.svelte',
  check: ['svelte-check', '--output', 'machine', '--threshold', 'error'],
  build: ['vite', 'build'],
});

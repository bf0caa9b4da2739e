import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

const { PORT = '3000', BACKEND_PORT = '3001' } = process.env;

export default defineConfig({
  plugins: [
    vue({ template: { compilerOptions: { isCustomElement: (tag) => /^(flight|offset)-/.test(tag) } } }),
  ],
  server: {
    port: Number(PORT),
    strictPort: true,
    // Page and backend share an origin, as they do in production.
    proxy: { '/offset': `http://localhost:${BACKEND_PORT}` },
  },
});

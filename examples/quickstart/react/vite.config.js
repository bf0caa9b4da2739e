import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const { PORT = '3000', BACKEND_PORT = '3001' } = process.env;

export default defineConfig({
  plugins: [react()],
  server: {
    port: Number(PORT),
    strictPort: true,
    // Page and backend share an origin, as they do in production.
    proxy: { '/offset': `http://localhost:${BACKEND_PORT}` },
  },
});

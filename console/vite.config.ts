import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.KRAPAO_API ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: {
    // docs/browsers.md
    target: ['chrome120', 'safari17.4', 'firefox128'],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_500,
  },
  server: { port: 5174, proxy: { '/api': api, '/media': api, '/socket.io': { target: api, ws: true } } },
});

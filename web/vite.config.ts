import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messages } from './build/messagesPlugin.ts';
import { precompress } from './build/precompress.ts';

const root = import.meta.dirname;
const api = process.env.KRAPAO_API ?? 'http://127.0.0.1:8080';

/** Settings read at build: VITE_API_BASE (default: same origin) and VITE_VARIANT (thailand or laos). */
export default defineConfig({
  root,
  plugins: [messages(root), react(), tailwindcss(), precompress()],
  build: {
    target: ['chrome111', 'safari16.4', 'firefox115'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': api, '/socket.io': { target: api, ws: true } } },
});

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messages } from './build/messagesPlugin.ts';
import { precompress } from './build/precompress.ts';

const root = import.meta.dirname;
const api = process.env.KRAPAO_API ?? 'http://127.0.0.1:8080';

/** First screens tell the browser at once what else they need; the others find it when they are loaded. */
const FIRST_SCREENS = /(?:LoginPage|PublicShell|HomePage|MemberShell)-/;

function resolveDependencies(file: string, dependencies: string[]): string[] {
  return dependencies.filter((name) => name.endsWith('.css') || FIRST_SCREENS.test(file));
}

/** Settings read at build: VITE_API_BASE (default: same origin) and VITE_VARIANT (thailand or laos). */
export default defineConfig({
  root,
  plugins: [messages(root), react(), tailwindcss(), precompress()],
  // React has had this hook since version 18; the package is for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    target: ['chrome119', 'safari17.4', 'firefox128'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'query', test: /@tanstack/ },
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/socket.io': { target: api, ws: true } } },
});

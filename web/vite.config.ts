import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstPaint } from './build/firstPaint.ts';
import { messages } from './build/messagesPlugin.ts';
import { groupOf, isFirstScreen, namedParts } from './build/parts.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/serviceWorkerPlugin.ts';

const root = import.meta.dirname;
const api = process.env.KRAPAO_API ?? 'http://127.0.0.1:8080';

/** Preloads the scripts that a first screen needs. Other screens find theirs when they load. */
function resolveDependencies(file: string, dependencies: string[]): string[] {
  return dependencies.filter((name) => name.endsWith('.css') || isFirstScreen(file));
}

/** Settings read at build: VITE_API_BASE (default: same origin) and VITE_VARIANT (thailand or laos). */
export default defineConfig({
  root,
  plugins: [
    messages(root),
    react(),
    tailwindcss(),
    firstPaint(root),
    namedParts(),
    serviceWorker(root),
    precompress(),
  ],
  resolve: {
    alias: [
      // React has had this hook since version 18; the package is for older versions.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      // The path by which every icon of lucide-react imports its factory.
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: join(root, 'src/components/icon.ts') },
    ],
  },
  build: {
    // docs/browsers.md
    target: ['chrome120', 'safari17.4', 'firefox128'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A separate file, so that it is not evaluated together with the app (boot.js).
            { name: 'dom', test: groupOf('dom'), priority: 3 },
            { name: 'base', test: groupOf('base'), priority: 2 },
            { name: 'member', test: groupOf('member'), priority: 1 },
            { name: 'fields', test: groupOf('fields'), priority: 1 },
            { name: 'parts', test: groupOf('parts'), priority: 2 },
            { name: 'icons', test: groupOf('icons'), minShareCount: 2 },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/socket.io': { target: api, ws: true } } },
});

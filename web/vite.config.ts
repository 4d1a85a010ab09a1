import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstPaint } from './build/firstPaint.ts';
import { messages } from './build/messagesPlugin.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/serviceWorkerPlugin.ts';

const root = import.meta.dirname;
const api = process.env.KRAPAO_API ?? 'http://127.0.0.1:8080';

/** What both shells and the login page stand on, in one file. */
const BASE = [
  /node_modules\/(?:react|scheduler|wouter|@lingui)\//,
  /contract\/src\/(?:client|limits|variant)\.ts/,
  /web\/generated\//,
  /web\/src\/app\/paths\.ts/,
  /web\/src\/app\/shells\/ShellMain\.tsx/,
  /web\/src\/components\/(?:Button|dialogStack|IconButton|LacquerCard|Link|Mark|toast)\.tsx?/,
  /web\/src\/i18n\//,
  /web\/src\/lib\/(?:api|errorMessage|format|session|sessionPolicy|storage|useDelayed|variant)\.ts/,
];

/** Icons that several files show, and the small part of both shells that shows one. */
const PARTS = [
  /lucide-react/,
  /web\/src\/components\/icon\.ts/,
  /web\/src\/app\/shells\/LanguageSelect\.tsx/,
];

/** What members' pages share and the login page does not need, in one file. */
const MEMBER = [
  /@tanstack/,
  /contract\/src\/money\.ts/,
  /web\/src\/app\/(?:QueryProvider\.tsx|queryClient\.ts|logOut\.ts)/,
  /web\/src\/app\/shells\/(?:useWideScreen\.ts|Version\.tsx)/,
  /web\/src\/components\/(?:alert|LoadFailed|PageHeading|Skeleton|Status)\.tsx?/,
  /web\/src\/features\/wallet\/queries\.ts/,
  /web\/src\/features\/wallet\/lastSync\.ts/,
  /web\/src\/lib\/(?:theme|useMediaQuery|useNow)\.ts/,
];

const isOf = (parts: readonly RegExp[]) => (id: string) => parts.some((part) => part.test(id));

/** First screens tell the browser at once what else they need; the others find it when they are loaded. */
const FIRST_SCREENS = /(?:LoginPage|PublicShell|HomePage|MemberShell)-/;

function resolveDependencies(file: string, dependencies: string[]): string[] {
  return dependencies.filter((name) => name.endsWith('.css') || FIRST_SCREENS.test(file));
}

/** Settings read at build: VITE_API_BASE (default: same origin) and VITE_VARIANT (thailand or laos). */
export default defineConfig({
  root,
  plugins: [messages(root), react(), tailwindcss(), firstPaint(root), serviceWorker(root), precompress()],
  resolve: {
    alias: [
      // React has had this hook since version 18; the package is for older ones.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      // How every icon of lucide-react asks for its factory.
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: join(root, 'src/components/icon.ts') },
    ],
  },
  build: {
    target: ['chrome119', 'safari17.4', 'firefox128'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Apart, so that it is not evaluated in one piece with the app (boot.js).
            { name: 'dom', test: /node_modules\/react-dom\//, priority: 3 },
            { name: 'base', test: isOf(BASE), priority: 2 },
            { name: 'member', test: isOf(MEMBER), priority: 1 },
            { name: 'parts', test: isOf(PARTS), minShareCount: 2 },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/socket.io': { target: api, ws: true } } },
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import type { Catalogues } from '@krapao/ui/catalogues.ts';
import { minifySync, type Plugin, runnerImport } from 'vite';
import { readCatalogues } from './catalogues.ts';

/** Marks a text in the rendered page; the texts of each language replace it. */
const MARKED = /⟦([\w.]+)⟧/g;
const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>\s*/g;
const BOOT = '<script src="/boot.js"></script>';

/**
 * Makes the first paint depend on the page alone. The page contains its style sheet, public/boot.js, and the login page
 * and the frame of the home screen as plain HTML (src/app/firstPaint.tsx) in all languages, until the app replaces
 * them. boot.js loads the app after the first paint. The server allows the inline scripts and styles by their hashes.
 */
export function firstPaint(root: string): Plugin {
  /** The style sheet that is inlined instead of a file, and the entry script, which every page loads. */
  let gone = { style: '', entry: '' };
  return {
    name: 'krapao-first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const style = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(html);
        const entry = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/.exec(html);
        const sheet = style?.[1] === undefined ? undefined : bundle[style[1]];
        if (!style || !entry || sheet?.type !== 'asset')
          throw new Error('The page has no style sheet or no entry');
        delete bundle[sheet.fileName];
        gone = { style: sheet.fileName, entry: (entry[1] ?? '').slice(1) };
        const boot = minifySync('boot.js', readFileSync(join(root, 'public/boot.js'), 'utf8')).code.trim();
        const app = bundle[gone.entry];
        if (app?.type !== 'chunk') throw new Error('The entry is no chunk');
        // The imports of the app come before the app.
        const modules = [...app.imports, app.fileName].map((name) => `/${name}`);
        const { login, home } = await render(root);
        // Functions, because a replacement string would have its $ interpreted.
        return html
          .replace(style[0], () => `<style>${String(sheet.source).trim()}</style>`)
          .replace(entry[0], '')
          .replaceAll(MODULE_PRELOAD, '')
          .replace(BOOT, () => `<script data-modules="${modules.join(' ')}">${boot}</script>`)
          .replace(
            '<div id="root">',
            () =>
              `<div id="root"><div class="first first-login" inert aria-hidden="true">${login}</div>` +
              `<div class="first first-home" inert aria-hidden="true">${home}</div>`,
          );
      },
    },
    // Chunks that load later list the style sheet as a dependency; a missing file would prevent them from being shown.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = file.code.replaceAll(`"${gone.style}"`, `"${gone.entry}"`);
      },
    },
  };
}

async function render(root: string): Promise<{ login: string; home: string }> {
  const catalogues = readCatalogues(join(root, 'src/i18n/messages'));
  const messages = Object.fromEntries(Object.keys(catalogues.en).map((id) => [id, [`⟦${id}⟧`]]));
  const leave = enterPage();
  try {
    const { module } = await runnerImport<typeof import('../src/app/firstPaint.tsx')>(
      join(root, 'src/app/firstPaint.tsx'),
      { root, configFile: false, logLevel: 'error' },
    );
    const { login, home } = module.renderFirstPaint(messages);
    return { login: inAllLanguages(login, catalogues), home: inAllLanguages(home, catalogues) };
  } finally {
    leave();
  }
}

/**
 * Provides the browser globals that the app's modules read while they load; returns a function that restores the old
 * ones.
 */
function enterPage(): () => void {
  const page: Record<string, unknown> = {
    location: { pathname: '/login', search: '' },
    // Node's own BroadcastChannel would keep the build process running.
    BroadcastChannel: undefined,
  };
  const before = Object.keys(page).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, value] of Object.entries(page))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}

function inAllLanguages(html: string, catalogues: Catalogues): string {
  return html
    .replaceAll(/ (?:id|for|name|title|aria-[\w-]+|autocomplete)="[^"]*"/gi, '')
    .replaceAll(/<input[^>]*type="checkbox"[^>]*>/g, (input) => input.replace(/ checked=""/, ' checked'))
    .replaceAll(MARKED, (_, id: string) =>
      LANGUAGES.map(
        (language) => `<span lang="${languageTag(language)}">${catalogues[language][id] ?? ''}</span>`,
      ).join(''),
    );
}

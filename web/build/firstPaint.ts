import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@krapao/contract/limits';
import { languageTag } from '@krapao/contract/variant';
import type { Catalogues } from '@krapao/ui/catalogues.ts';
import { minifySync, type Plugin, runnerImport } from 'vite';
import { readCatalogues } from './catalogues.ts';

/** How a text is marked in the rendered page until each language's takes its place. */
const MARKED = /⟦([\w.]+)⟧/g;
const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>\s*/g;
const BOOT = '<script src="/boot.js"></script>';

/**
 * Makes the first paint need the page alone: its style sheet and public/boot.js are put into it, and the log-in page and
 * the frame of the home screen stand in it as plain HTML (src/app/firstPaint.tsx), in all languages, until the app takes
 * their place. boot.js loads the app when they have been painted. The server allows what stands in the page by its hash.
 */
export function firstPaint(root: string): Plugin {
  /** The style sheet that is no file any more, and the entry's script, which every page has. */
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
        // What the app stands on comes before it.
        const modules = [...app.imports, app.fileName].map((name) => `/${name}`);
        const { login, home } = await render(root);
        // Functions, because a replacement text would have its $ interpreted.
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
    // What is loaded later names it among what it needs; a file that is missing would keep it from being shown.
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

/** Gives the app's modules the little of a browser that they look at when they are loaded; answers what takes it away. */
function enterPage(): () => void {
  const page: Record<string, unknown> = {
    location: { pathname: '/login', search: '' },
    // Node's would keep the build running.
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

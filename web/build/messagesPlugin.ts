import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@krapao/contract/limits';
import { defaultLanguage, languageTag } from '@krapao/contract/variant';
import { problemsOf } from '@krapao/ui/catalogues.ts';
import type { Plugin } from 'vite';
import { compileCatalogue, readCatalogues } from './catalogues.ts';

const LATIN = 'hanken-grotesk-latin';
const FONT_OF_LANGUAGE = { th: 'noto-sans-thai', la: 'noto-sans-lao', en: '' } as const;

/**
 * Compiles the messages of src/i18n/messages into one catalogue per language (generated/<language>.json); fails on a
 * missing translation (I18-01). The attribute `data-preload` of the page names the files of each language for
 * public/boot.js.
 */
export function messages(root: string): Plugin {
  const source = join(root, 'src/i18n/messages');
  const target = join(root, 'generated');

  function generate() {
    const catalogues = readCatalogues(source);
    const problems = problemsOf(catalogues);
    if (problems.length > 0) throw new Error(`Messages are incomplete:\n${problems.join('\n')}`);
    mkdirSync(target, { recursive: true });
    for (const language of LANGUAGES)
      writeFileSync(
        join(target, `${language}.json`),
        JSON.stringify(compileCatalogue(catalogues[language], language)),
      );
  }

  let tag = '';

  return {
    name: 'krapao-messages',
    configResolved({ env }) {
      tag = languageTag(defaultLanguage(env.VITE_VARIANT === 'laos' ? 'laos' : 'thailand'));
    },
    buildStart: generate,
    configureServer(server) {
      server.watcher.add(source);
      server.watcher.on('change', (file) => {
        if (!file.startsWith(source)) return;
        generate();
        server.ws.send({ type: 'full-reload' });
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const built = Object.keys(bundle ?? {});
        const preload = Object.fromEntries(
          LANGUAGES.map((language) => {
            const font = FONT_OF_LANGUAGE[language];
            const files = built.filter(
              (name) =>
                (name.startsWith(`assets/${language}-`) && name.endsWith('.json')) ||
                name.startsWith(`assets/${LATIN}-`) ||
                (font !== '' && name.startsWith(`assets/${font}-`) && !name.includes('kip')),
            );
            return [language, files.map((name) => `/${name}`)];
          }),
        );
        return html
          .replace('lang="th"', `lang="${tag}"`)
          .replace('%PRELOAD%', JSON.stringify(preload).replaceAll('"', '&quot;'));
      },
    },
  };
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const WORKER = 'sw.js';
/** Files of web/public that the shell needs without a network. */
const PUBLIC = ['boot.js', 'favicon.svg'];

/**
 * Builds the service worker (`/sw.js`) with the list of the build's files, the script that its page names, and a version
 * that changes with any of them. In that list the page is called `/`.
 */
export function serviceWorker(root: string): Plugin {
  return {
    name: 'krapao-service-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: join(root, 'src/worker/serviceWorker.ts'),
        fileName: WORKER,
      });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[WORKER];
        if (worker?.type !== 'chunk') throw new Error(`the build has no ${WORKER}`);
        // Browsers refuse a worker of this kind that imports files.
        if (worker.imports.length > 0) throw new Error(`${WORKER} imports ${worker.imports.join(', ')}`);
        const entry = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.isEntry && file !== worker,
        );
        if (entry === undefined) throw new Error('the build has no entry');
        const files: string[] = [];
        const version = createHash('sha256');
        for (const [name, file] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1))) {
          if (name === WORKER || name.endsWith('.map')) continue;
          files.push(name === 'index.html' ? '/' : `/${name}`);
          version.update(name).update(file.type === 'chunk' ? file.code : file.source);
        }
        for (const name of PUBLIC) {
          const path = join(root, 'public', name);
          if (!existsSync(path)) throw new Error(`${path} is missing`);
          files.push(`/${name}`);
          version.update(name).update(readFileSync(path));
        }
        version.update(worker.code);
        worker.code = worker.code
          .replaceAll('SHELL_FILES', JSON.stringify(files))
          .replaceAll('SHELL_ENTRY', JSON.stringify(`/${entry.fileName}`))
          .replaceAll('SHELL_VERSION', JSON.stringify(version.digest('hex').slice(0, 16)));
      },
    },
  };
}

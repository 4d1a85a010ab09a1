import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
/** The parts of the repository that the server's tests need. */
const PARTS =
  /^(contract|server|sandbox)\/|^(package\.json|tsconfig\.base\.json|scripts\/(?:fixed|test)Seed\.mjs)$/;

export interface TreeCopy {
  root: string;
  remove(): Promise<void>;
}

/**
 * Copies the current working tree without git-ignored files, so that the copy can be changed. It uses the packages of
 * the original tree.
 */
export async function copyTree(): Promise<TreeCopy> {
  const root = await mkdtemp(join(tmpdir(), 'krapao-mutants-'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).split('\0');
  for (const file of files) {
    if (PARTS.test(file) && existsSync(join(ROOT, file)))
      await cp(join(ROOT, file), join(root, file), { recursive: true });
  }
  for (const folder of ['.', 'contract', 'server', 'sandbox']) {
    const packages = join(ROOT, folder, 'node_modules');
    if (existsSync(packages)) await symlink(packages, join(root, folder, 'node_modules'));
  }
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}

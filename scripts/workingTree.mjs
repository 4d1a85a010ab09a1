import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * What a checkout holds now. The tree is git's hash of all its files as they are, changed and new ones included, without
 * what git ignores: two checkouts with the same tree have the same files.
 * @param {string} root
 * @returns {{ commit: string, tree: string, isCommitted: boolean } | undefined} undefined: no checkout, or no git here
 */
export function workingTree(root) {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-index-'));
  // An index of its own: the developer's, with what is staged there, stays as it is.
  const index = join(folder, 'index');
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GIT_INDEX_FILE: index },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    const commit = git('rev-parse', 'HEAD');
    const shared = resolve(root, git('rev-parse', '--git-dir'), 'index');
    if (existsSync(shared)) copyFileSync(shared, index);
    git('add', '--all');
    const tree = git('write-tree');
    return { commit, tree, isCommitted: tree === git('rev-parse', 'HEAD^{tree}') };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

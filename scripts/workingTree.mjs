import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** With these settings git believes without looking that a file is unchanged. */
const LOOKS_AT_ALL = ['core.sparseCheckout=false', 'core.fsmonitor=false', 'core.ignoreStat=false'];

/**
 * What a checkout holds now. The tree is git's hash of all its files as they are, changed and new ones included, without
 * what git ignores: two checkouts with the same tree have the same files.
 * @param {string} root
 * @returns {{ commit: string, tree: string, isCommitted: boolean } | undefined} undefined: no checkout, or no git here
 */
export function workingTree(root) {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-index-'));
  // An index of its own, made anew: the developer's stays as it is, and may say of files that git need not look at them.
  const index = join(folder, 'index');
  const git = (...args) =>
    execFileSync('git', [...LOOKS_AT_ALL.flatMap((each) => ['-c', each]), ...args], {
      cwd: root,
      encoding: 'utf8',
      // Nor may a replacement stand for a commit.
      env: { ...process.env, GIT_INDEX_FILE: index, GIT_NO_REPLACE_OBJECTS: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    const commit = git('rev-parse', 'HEAD');
    git('read-tree', 'HEAD');
    git('add', '--all');
    const tree = git('write-tree');
    return { commit, tree, isCommitted: tree === git('rev-parse', 'HEAD^{tree}') };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

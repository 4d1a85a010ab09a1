import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedPaths } from './evidence/shipped.mjs';

/**
 * What a checkout holds now. The tree is git's hash of all its files as they are, changed and new ones included: two
 * checkouts with the same tree have the same files. What its .gitignore files name is left out, but not where sources are
 * shipped from. Nothing else that git is told counts: no filter, no bit, no further exclude.
 * @param {string} root
 * @returns {{ commit: string, tree: string, isCommitted: boolean } | undefined} undefined: no checkout, or no git here
 */
export function workingTree(root) {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-index-'));
  // An index of its own, made anew: the developer's stays as it is, and may say of files that git need not look at them.
  const index = join(folder, 'index');
  const git = (args, input = '') =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      // Nor may a replacement stand for a commit.
      env: { ...process.env, GIT_INDEX_FILE: index, GIT_NO_REPLACE_OBJECTS: '1' },
      input,
      maxBuffer: Number.POSITIVE_INFINITY,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  const listed = (...options) =>
    git(['ls-files', '-z', ...options])
      .split('\0')
      .filter(Boolean);
  try {
    const commit = git(['rev-parse', 'HEAD']).trim();
    git(['read-tree', 'HEAD']);
    const tracked = listed();
    // What is built is shipped too, and in no commit.
    const sources = shippedPaths(root).filter((source) =>
      tracked.some((path) => path === source || path.startsWith(`${source}/`)),
    );
    const paths = new Set([
      ...tracked,
      ...listed('--others', '--exclude-per-directory=.gitignore'),
      // A .gitignore may name itself.
      ...listed('--others', '--exclude-from=.gitignore', '--', ':(glob)**/.gitignore'),
      ...listed('--others', '--', ...sources),
    ]);
    const entries = [...paths].flatMap((path) => entryOf(root, path, commit));
    git(['read-tree', '--empty']);
    git(['update-index', '-z', '--index-info'], entries.join(''));
    const tree = git(['write-tree', '--missing-ok']).trim();
    return { commit, tree, isCommitted: tree === git(['rev-parse', 'HEAD^{tree}']).trim() };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The index's line of a file with its bytes as they are; none if it was removed. */
function entryOf(root, path, commit) {
  // So git lists a repository in this one. No commit has it.
  if (path.endsWith('/')) return [`160000 ${commit}\t${path.slice(0, -1)}\0`];
  const file = join(root, path);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return [];
  const isLink = found.isSymbolicLink();
  const bytes = isLink ? readlinkSync(file, { encoding: 'buffer' }) : readFileSync(file);
  const plainMode = found.mode & 0o100 ? '100755' : '100644';
  // SHA-1, or SHA-256 in a repository of that format.
  const id = createHash(commit.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
  return [`${isLink ? '120000' : plainMode} ${id}\t${path}\0`];
}

// `npm run old-app`: walks last week's app through its screens and dialogs before today's server, as members do whose
// browser keeps the app while the site is upgraded. `npm run old-app -- COMMIT` takes the app of a commit.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import './temporaryFiles.mjs';
import { NODE, ROOT } from './install.mjs';

const git = (...given) => execFileSync('git', given, { cwd: ROOT, maxBuffer: 1024 ** 3 });

const commit = process.argv[2] ?? git('log', '-1', '--before=7 days ago', '--format=%h').toString().trim();
if (commit === '') throw new Error('This repository has no commit that is a week old: name one.');
console.log(
  git('log', '-1', '--format=The app of %h, %ad, before the server of this tree.', commit).toString(),
);

const folder = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), 'krapao-old-app-'));
let status = 1;
try {
  status = walk(buildOld());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);

/** Builds the app of the commit, with the packages of this tree. @returns the folder of the commit's files */
function buildOld() {
  const old = join(folder, 'old');
  mkdirSync(old);
  const files = spawnSync('tar', ['-x', '-C', old], { input: git('archive', commit) });
  if (files.status !== 0) throw new Error(String(files.stderr));
  linkPackages(old);
  const status = run(join(old, 'web'), ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
  if (status !== 0) throw new Error(`The app of ${commit} cannot be built with the packages of this tree.`);
  return old;
}

/** Today's server and browser tests, with the app of the commit and the tour through its screens. */
function walk(old) {
  const today = join(folder, 'today');
  mkdirSync(join(today, 'console'), { recursive: true });
  const isOwn = (path) => !path.includes('node_modules');
  for (const room of [
    'contract',
    'server',
    'sandbox',
    'ui',
    'e2e',
    'scripts',
    'package.json',
    'tsconfig.base.json',
  ])
    cpSync(join(ROOT, room), join(today, room), { recursive: true, filter: isOwn });
  symlinkSync(join(old, 'web'), join(today, 'web'));
  cpSync(join(old, 'e2e/src/tour.ts'), join(today, 'e2e/src/tour.ts'));
  linkPackages(today);
  return run(today, ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/oldApp.config.ts']);
}

/** Gives a tree the installed packages of this one, and its own workspaces. */
function linkPackages(tree) {
  const packages = join(tree, 'node_modules');
  mkdirSync(join(packages, '@krapao'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '@krapao'))
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  for (const room of readdirSync(join(ROOT, 'node_modules/@krapao')))
    symlinkSync(join(tree, room), join(packages, '@krapao', room));
}

function run(cwd, [file, ...given]) {
  const { status: ended } = spawnSync(NODE, [join(ROOT, file), ...given], { cwd, stdio: 'inherit' });
  return ended ?? 1;
}

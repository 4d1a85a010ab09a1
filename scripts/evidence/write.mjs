import { createPublicKey, sign } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRun } from '../lastRun.mjs';
import { workingTree } from '../workingTree.mjs';
import { clausesIn } from './clauses.mjs';
import { EVIDENCE, PAGE, PUBLIC_KEY, SHIPPED, SIGNATURE, SUMS } from './folder.mjs';
import { fingerprintOf, makePrivateKey, publicText, readPrivateKey } from './key.mjs';
import { pageOf } from './page.mjs';
import { whatBroke } from './runResult.mjs';
import { hashesOf, sha256, shippedPaths } from './shipped.mjs';
import { sumsOf } from './sums.mjs';
import { tableOf } from './table.mjs';
import { titlesIn } from './titles.mjs';

/**
 * Writes the folder of evidence and signs it. Without a key one is made beside the folder.
 * @param {string} folder new or empty
 * @param {{ root: string, variant: string, keyFile: string | undefined, now: Date }} given
 * @returns {string[]} what there is to say of it, a sentence each
 * @throws Error with one sentence; nothing was written then
 */
export function writeEvidence(folder, { root, variant, keyFile, now }) {
  const at = workingTree(root);
  if (at === undefined) throw new Error('Evidence is made in a git checkout, and git is not here.');
  if (!at.isCommitted)
    throw new Error(`The files differ from commit ${at.commit}: commit them, or put them aside.`);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  const shippedFrom = shippedPaths(root);
  const absent = shippedFrom.find((path) => !existsSync(join(root, path)));
  if (absent !== undefined) throw new Error(`${absent} is missing: run \`npm run build\`.`);
  const newKeyFile = `${folder.replace(/\/+$/, '')}.key.pem`;
  if (keyFile === undefined && existsSync(newKeyFile))
    throw new Error(`${newKeyFile} is there: sign with it (--key ${newKeyFile}), or put it aside.`);
  const given = keyFile === undefined ? undefined : readPrivateKey(keyFile);

  const run = readRun(root);
  const isOfTree = run?.tree === at.tree;
  const evidence = {
    format: 2,
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    commit: at.commit,
    tree: at.tree,
    variant,
    madeAt: now.toISOString(),
    run: isOfTree ? runOf(run) : null,
    shippedFrom,
    ...tableOf(clausesIn(root), titlesIn(root), run, at.tree),
  };
  mkdirSync(folder, { recursive: true });
  const key = given ?? makePrivateKey(newKeyFile);
  const publicKey = createPublicKey(key);
  const files = new Map([
    [EVIDENCE, `${JSON.stringify(evidence, null, 1)}\n`],
    [PAGE, pageOf(evidence)],
    [PUBLIC_KEY, publicText(publicKey)],
    [SHIPPED, sumsOf(hashesOf(root, shippedFrom))],
  ]);
  const sums = sumsOf(new Map([...files].map(([name, text]) => [name, sha256(text)])));
  for (const [name, text] of [...files, [SUMS, sums]]) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, SIGNATURE), sign(null, Buffer.from(sums), key));
  return [
    `${folder}: ${evidence.clauses.length} clauses, ${evidence.tests.length} tests, commit ${at.commit}.`,
    ...(isOfTree ? whatBroke(runOf(run)) : [notRun(run)]),
    ...(given === undefined
      ? [`No key was given. A new one is in ${newKeyFile}: keep it secret, and give it with --key next time.`]
      : []),
    `Signed by the key ${fingerprintOf(publicKey)}. Tell this number by another way to whom the folder goes.`,
  ];
}

const runOf = ({ seed, startedAt, finishedAt, isGood, errors }) => ({
  seed,
  startedAt,
  finishedAt,
  isGood,
  errors,
});

function notRun(run) {
  const why = run === undefined ? 'There is no result' : `The last result is of other files (${run.commit})`;
  return `${why}: every test is "not run on this tree". Run \`npm test\` first.`;
}

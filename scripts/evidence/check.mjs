import { verify } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVIDENCE, PUBLIC_KEY, SHIPPED, SIGNATURE, SUMS } from './folder.mjs';
import { fingerprintOf, readPublicKey } from './key.mjs';
import { whatBroke } from './runResult.mjs';
import { hashesOf } from './shipped.mjs';
import { differences, readSums } from './sums.mjs';

/**
 * Checks a folder of evidence, with its own files and those of an installation alone.
 * @param {string} folder
 * @param {{ installation: string, keyFile: string | undefined }} given keyFile: the signer's public key, from elsewhere
 * @returns {{ problems: string[], said: string[] }} a sentence each; without a problem all of it holds
 */
export function checkEvidence(folder, { installation, keyFile }) {
  const lacking = [SUMS, SIGNATURE, PUBLIC_KEY].filter((name) => !existsSync(join(folder, name)));
  if (lacking.length > 0) return refused(lacking.map((name) => `${name} is missing.`));
  const read = (name) => readFileSync(join(folder, name));
  let keys;
  try {
    const own = readPublicKey(join(folder, PUBLIC_KEY));
    keys = { own, trusted: keyFile === undefined ? own : readPublicKey(keyFile) };
  } catch (error) {
    return refused([error.message]);
  }
  const signer = fingerprintOf(keys.own);
  if (signer !== fingerprintOf(keys.trusted))
    return refused([`It is signed by another key (${signer}) than the one in ${keyFile}.`]);
  if (!verify(null, read(SUMS), keys.trusted, read(SIGNATURE)))
    return refused([`The signature is not of ${SUMS}: one of the two was changed.`]);
  const sums = readSums(read(SUMS).toString());
  if (sums === undefined) return refused([`${SUMS} is no list of hashes.`]);
  const changed = differences(sums, hashesInside(folder));
  if (changed.length > 0) return refused(changed);

  const evidence = JSON.parse(read(EVIDENCE).toString());
  const shipped = readSums(read(SHIPPED).toString()) ?? new Map();
  const differing = differences(shipped, hashesOf(installation, evidence.shippedFrom));
  return {
    problems: [
      ...whatBroke(evidence.run),
      ...problemsOfResults(evidence),
      ...differing.map((sentence) => `Not as shipped: ${sentence}`),
    ],
    said: [
      `Commit ${evidence.commit}, tree ${evidence.tree}, variant ${evidence.variant}.`,
      keyFile === undefined
        ? `Signed by the key ${signer}. It came with the folder: compare this number with what its owner told you.`
        : `Signed by the key in ${keyFile}.`,
    ],
  };
}

const refused = (problems) => ({ problems, said: [] });

/** All files of the folder but the list of hashes and its signature; anything else that stands there counts as added. */
function hashesInside(folder) {
  const names = readdirSync(folder).filter((name) => name !== SUMS && name !== SIGNATURE);
  const isFile = (name) => lstatSync(join(folder, name)).isFile();
  const others = names.filter((name) => !isFile(name)).map((name) => [name, '']);
  return new Map([...hashesOf(folder, names.filter(isFile)), ...others]);
}

/** What is red or has no result, by clause, since that is what a reader asks for. */
function problemsOfResults({ clauses, tests }) {
  const alone = tests.filter(({ result }, place) => result === 'failed' && !isOfClause(clauses, place));
  return [
    ...clauses
      .filter(({ result }) => !['passed', 'flaky', 'no test'].includes(result))
      .map(({ list, id, result }) => `${list} ${id}: ${result}.`),
    ...alone.map(({ file, title }) => `${file}: ${title}: failed.`),
  ];
}

const isOfClause = (clauses, place) => clauses.some(({ tests }) => tests.includes(place));

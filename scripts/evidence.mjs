// `npm run evidence -- --out FOLDER [--key FILE]` writes a signed folder: each clause with its tests and their last results,
// and the hashes of what is shipped. `npm run evidence -- --check FOLDER [--key FILE] [--shipped FOLDER]` checks it, offline.
// Exit code 0: all of it holds; 1: something does not; 2: the command is not understood; 3: whose signature it is was not
// compared, since no key was given.
import { parseArgs } from 'node:util';
import { buildWebIfNeeded } from './buildWeb.mjs';
import { checkEvidence } from './evidence/check.mjs';
import { installIfNeeded, ROOT } from './install.mjs';

const USAGE = `Usage:
  npm run evidence -- --out FOLDER [--key PRIVATE-KEY.pem]
  npm run evidence -- --check FOLDER [--key PUBLIC-KEY.pem] [--shipped FOLDER]`;

const given = options();
if (given.check === undefined) await write(given);
else check(given);

function options() {
  const string = { type: 'string' };
  try {
    const { values } = parseArgs({ options: { out: string, check: string, key: string, shipped: string } });
    if ((values.out === undefined) !== (values.check === undefined)) return values;
  } catch {
    // An option that there is not: said below.
  }
  console.error(USAGE);
  process.exit(2);
}

async function write({ out, key }) {
  installIfNeeded();
  buildWebIfNeeded();
  // It needs installed packages; the check does not.
  const { writeEvidence } = await import('./evidence/write.mjs');
  try {
    const variant = process.env.VITE_VARIANT || 'thailand';
    const said = writeEvidence(out, { root: ROOT, variant, keyFile: key, now: new Date() });
    for (const sentence of said) console.log(sentence);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

function check({ check: folder, key, shipped = ROOT }) {
  const { problems, said } = checkEvidence(folder, { installation: shipped, keyFile: key });
  for (const sentence of said) console.log(sentence);
  for (const problem of problems) console.error(problem);
  const [word, code] = judged(problems.length, key !== undefined);
  console.log(word);
  process.exitCode = code;
}

/** The last word on a folder, and the exit code. */
function judged(problems, isSignerKnown) {
  if (problems > 0) return [`The evidence does not hold: ${problems} problems.`, 1];
  if (isSignerKnown) return ['The evidence holds.', 0];
  return [
    'SIGNER UNKNOWN: nothing was changed since somebody signed it. Give the key of its owner with --key.',
    3,
  ];
}

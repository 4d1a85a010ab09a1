/**
 * `npm run components`: writes docs/sbom.cdx.json, the components that a site runs, from package-lock.json. With `--verify` it
 * compares, and fails if the file is outdated, or if a package of the lock has no hash, comes from elsewhere than a
 * registry, or has a licence that docs/components.md does not name. It asks nobody, so the same tree has the same result.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sbomOf, unfit } from './sbom.mjs';

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, 'docs/sbom.cdx.json');

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const page = readFileSync(join(ROOT, 'docs/components.md'), 'utf8');
const text = `${JSON.stringify(sbomOf(lock), null, 1)}\n`;

const faults = unfit(lock, page);
if (!process.argv.includes('--verify')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text)
  faults.push('docs/sbom.cdx.json is outdated: run `npm run components`');
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);

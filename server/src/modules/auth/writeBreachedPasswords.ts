// `node server/src/modules/auth/writeBreachedPasswords.ts LIST`: writes breachedPasswords.bin from a text with one
// password a line. docs/decisions/310-leaked-passwords.md says which list.
import { createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { BREACHED_FILE, breachedHash } from './breachedPasswords.ts';

const SHORTEST = 8;
const [list] = process.argv.slice(2);
if (list === undefined) throw new Error('Name the list: a text file with one password a line.');

const hashes = new Map<string, Buffer>();
for await (const password of createInterface({ input: createReadStream(list), crlfDelay: Infinity })) {
  if ([...password.normalize('NFKC')].length < SHORTEST) continue;
  const hash = breachedHash(password);
  hashes.set(hash.toString('hex'), hash);
}
writeFileSync(BREACHED_FILE, Buffer.concat([...hashes.values()].sort(Buffer.compare)));
process.stdout.write(`${hashes.size.toLocaleString('en')} passwords\n`);

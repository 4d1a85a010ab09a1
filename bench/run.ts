// `npm run bench`: every measurement, one after the other, or only the named ones: `npm run bench -- web`. Results in
// bench/results/.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const named = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const flags = process.argv.slice(2).filter((name) => name.startsWith('-'));
let failed = false;
for (const name of [
  'ledger.ts',
  'verify.ts',
  'seamless.ts',
  'wallet.ts',
  'transfer.ts',
  'scale.ts',
  'registers.ts',
  'login.ts',
  'mixed.ts',
  'console.ts',
  'queue.ts',
  'chat.ts',
  'arrival.ts',
  'web.ts',
]) {
  if (named.length > 0 && !named.includes(name.replace('.ts', ''))) continue;
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, name), ...flags], {
    stdio: 'inherit',
  });
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);

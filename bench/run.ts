// `npm run bench`: every measurement, one after the other, or those named: `npm run bench -- web`. Results in bench/results/.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const named = process.argv.slice(2);
let failed = false;
for (const name of ['ledger.ts', 'web.ts']) {
  if (named.length > 0 && !named.includes(name.replace('.ts', ''))) continue;
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, name)], { stdio: 'inherit' });
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);

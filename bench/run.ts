// `npm run bench`: every measurement, one after the other; results in bench/results/.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

let failed = false;
for (const name of ['ledger.ts', 'bundle.ts']) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, name)], { stdio: 'inherit' });
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { databaseUrlOf } from '../database/hostList.ts';
import { StartupError } from '../startupError.ts';
import { restore } from './restore.ts';

// `npm run restore -- <backup> [--replace]`: exit 0 if it is restored and its ledger is sound, 1 with findings or a
// sentence.
const site = {
  dataFolder: resolve(process.env.KRAPAO_DATA || '.data'),
  databaseUrl: databaseUrlOf(process.env),
};

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const backup = positionals[0];
  if (backup === undefined) throw new StartupError('Which backup? npm run restore -- <folder> [--replace]');
  const { findings, code } = await restore(backup, site, values.replace, process.env, (line) =>
    process.stdout.write(`${line}\n`),
  );
  for (const { check, detail } of findings) process.stdout.write(`NOT TRUE: ${check}: ${detail}\n`);
  if (code !== undefined)
    process.stdout.write(
      `To note this drill, type where the site runs: npm run preflight -- --restored ${code}\n`,
    );
  process.stdout.write(
    findings.length === 0
      ? 'Restored, and the ledger is sound.\n'
      : `Restored, with ${findings.length} findings in the ledger.\n`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
} catch (error) {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  const isSentence = error instanceof StartupError || code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${isSentence ? message : stack}\n`);
  process.exitCode = 1;
}

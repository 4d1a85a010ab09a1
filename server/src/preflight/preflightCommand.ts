import { parseArgs } from 'node:util';
import { LANGUAGES } from '@krapao/contract/limits';
import { keepsClosed } from '@krapao/contract/preflight';
import { readConfig } from '../config.ts';
import { markRestored } from '../siteMarks.ts';
import { StartupError } from '../startupError.ts';
import { openSite } from './openSite.ts';
import { preflight } from './preflight.ts';
import { reportOf } from './report.ts';

// `npm run preflight [-- --json] [--language th|la|en] [--restored CODE]`: exit 0 if nothing that must be in order is
// red, late or broken, 1 if something is, 2 if the site could not be looked at.
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      language: { type: 'string', default: 'en' },
      restored: { type: 'string' },
    },
  });
  const language = LANGUAGES.find((known) => known === values.language);
  if (language === undefined)
    throw new StartupError(`--language is one of ${LANGUAGES.join(', ')}, not "${values.language}".`);
  // Whoever forgets the mode reads it as the first red line.
  const config = readConfig({ SANDBOX_SECRET: 'unused here', ...process.env });
  const { site, close } = await openSite(config, process.env);
  try {
    if (values.restored !== undefined && !(await markRestored(site.db, values.restored)))
      throw new StartupError('No backup of this site shows this code when it is restored.');
    const broken: unknown[] = [];
    const checks = await preflight(site, { report: (error, about) => broken.push({ ...about, error }) });
    const isOpen = checks.some(keepsClosed);
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ isReady: !isOpen, checks }, null, 2)}\n`
        : reportOf(checks, language, config.publicUrl),
    );
    for (const failure of broken) console.error(failure);
    return isOpen ? 1 : 0;
  } finally {
    await close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  const isSentence = error instanceof StartupError || code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${isSentence ? message : stack}\n`);
  process.exitCode = 2;
}

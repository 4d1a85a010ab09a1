import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runToEnd } from './embeddedProgram.ts';
import { databaseUser } from './embeddedUser.ts';

test('programs in a folder that only its owner may enter are found by PostgreSQL’s user, by access(2) too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-embedded-'));
  try {
    const program = join(folder, 'postgres');
    await writeFile(program, '', { mode: 0o755 });
    const user = await databaseUser(join(folder, 'cluster'), [program]);
    const ask = "require('node:fs').accessSync(process.argv[1])";
    await expect(runToEnd(user, process.execPath, ['-e', ask, program])).resolves.toBeUndefined();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

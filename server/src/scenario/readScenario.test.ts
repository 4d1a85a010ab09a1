import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readScenario } from './readScenario.ts';

const COMMAND = fileURLToPath(new URL('./playCommand.ts', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-scenario-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the command refuses a file that is no scenario with one sentence and exit code 2', async () => {
  const file = async (content: string) => {
    const path = join(folder, 'refused.json');
    await writeFile(path, content);
    return path;
  };
  const head = { format: 'krapao-scenario', version: 1, kind: 'deposit' };
  const refused: [string | undefined, RegExp][] = [
    [undefined, /^Usage: npm run scenario FILE\n$/],
    [join(folder, 'missing.json'), /cannot be read \(ENOENT\)\.\n$/],
    [await file(JSON.stringify(head)), /is damaged at /],
  ];
  const runs = refused.map(async ([path, says]) => {
    const command = spawn(process.execPath, [COMMAND, ...(path === undefined ? [] : [path])]);
    const [said, [code]] = await Promise.all([text(command.stderr), once(command, 'exit')]);
    expect(said).toMatch(says);
    expect(code, said).toBe(2);
  });
  await Promise.all(runs);
  await expect(readScenario(await file('{}'))).rejects.toThrow('is no scenario');
  await expect(readScenario(await file('not JSON'))).rejects.toThrow('is no scenario');
  const newer = JSON.stringify({ ...head, version: 2 });
  await expect(readScenario(await file(newer))).rejects.toThrow(
    'has version 2; this program plays version 1.',
  );
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Kills a part of the cluster under test as a person does, by the file of its process; its supervisor goes on. */
export function killPart(part: 'primary' | 'node-1' | 'node-2' | 'node-3'): void {
  const folder = join(process.env.KRAPAO_E2E_DATA ?? '', 'cluster/pids');
  process.kill(Number(readFileSync(join(folder, part), 'utf8')), 'SIGKILL');
}

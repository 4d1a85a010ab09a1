import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Chain } from './chains.ts';

/** The head of a chain at some time, stored outside the database. */
export interface Head {
  chain: Chain['name'];
  seq: bigint;
  /** SHA-256, hex. */
  hash: string;
  /** 2: the audit log's seals cover commitments (docs/decisions/208-personal-data.md); 1: exported before that. */
  form: 1 | 2;
}

/** Where the heads of both chains are exported, under KRAPAO_DATA. */
export function headsFile(dataFolder: string): string {
  return join(dataFolder, 'audit', 'ledger-heads.jsonl');
}

export async function exportHead(file: string, head: Head): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await appendFile(
    file,
    `${JSON.stringify({ ...head, seq: String(head.seq), at: new Date().toISOString() })}\n`,
  );
}

/**
 * The exported heads, oldest first; empty if nothing was exported yet. A last line cut short by a crash is left out.
 */
export async function readHeads(file: string): Promise<Head[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return (
    text
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as { chain?: Chain['name']; seq: string; hash: string; form?: 2 })
      // Lines from before the audit log had a chain do not name their chain.
      .map(({ chain = 'ledger', seq, hash, form }) => ({ chain, seq: BigInt(seq), hash, form: form ?? 1 }))
  );
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clock } from '../clock.ts';
import { appendLineDurably } from '../durableFile.ts';
import type { OwedRoot } from './owedTree.ts';

/** The head of a chain at some time, stored outside the database. */
export interface Head {
  /**
   * `root`: over the chains of all accounts. `owed`: a day's root of what members are owed. `audit`: the operators' audit
   * log. `ledger`: the former chain over the postings (docs/decisions/240-a-chain-for-each-account.md).
   */
  chain: 'root' | 'owed' | 'audit' | 'ledger';
  /** Of `owed`: the day as YYYYMMDD. */
  seq: bigint;
  /** SHA-256, hex. */
  hash: string;
  /** Of `root`: `currency:posted:held` of all members' accounts in satang, joined by commas. Of `owed`: `currency:amount`. */
  sums?: string;
  /** 2: the audit log's seals cover commitments (docs/decisions/208-personal-data.md); 1: exported before that. */
  form: 1 | 2;
}

/** Where heads are exported, under KRAPAO_DATA. */
export function headsFile(dataFolder: string): string {
  return join(dataFolder, 'audit', 'ledger-heads.jsonl');
}

export function owedHead({
  day,
  currency,
  amount,
  hash,
}: Pick<OwedRoot, 'day' | 'currency' | 'amount' | 'hash'>): Head {
  return {
    chain: 'owed',
    seq: BigInt(day.replaceAll('-', '')),
    hash: hash.toString('hex'),
    sums: `${currency}:${amount}`,
    form: 2,
  };
}

export async function exportHead(file: string, head: Head): Promise<void> {
  await appendLineDurably(
    file,
    JSON.stringify({ ...head, seq: String(head.seq), at: clock.date().toISOString() }),
  );
}

type Line = Omit<Head, 'chain' | 'seq' | 'form'> & { chain?: Head['chain']; seq: string; form?: 2 };

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
      .map((line) => JSON.parse(line) as Line)
      // Lines from before the audit log had a chain do not name their chain.
      .map(({ chain = 'ledger', seq, hash, sums, form }) => ({
        chain,
        seq: BigInt(seq),
        hash,
        ...(sums === undefined ? {} : { sums }),
        form: form ?? 1,
      }))
  );
}

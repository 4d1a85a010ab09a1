import { expect } from 'vitest';
import type { Db } from '../database/connect.ts';
import { type Chain, LEDGER_CHAIN } from '../ledger/chains.ts';
import { seal } from '../ledger/sealer.ts';

/** Seals until this many rows are sealed. A row may have to wait for transactions in other databases of the cluster. */
export async function sealAll(db: Db, rows: bigint, chain: Chain = LEDGER_CHAIN): Promise<void> {
  let sealed = 0n;
  await expect
    .poll(async () => {
      sealed += await seal(db, chain);
      return sealed;
    })
    .toBe(rows);
}

import { expect } from 'vitest';
import type { Db } from '../database/connect.ts';
import { sealAuditLog, sealPostings } from '../ledger/sealer.ts';

/** Seals until this many rows are sealed. A row may have to wait for transactions in other databases of the cluster. */
export async function sealAll(db: Db, rows: bigint, of: 'ledger' | 'audit' = 'ledger'): Promise<void> {
  let sealed = 0n;
  await expect
    .poll(async () => {
      sealed += await (of === 'ledger' ? sealPostings(db) : sealAuditLog(db));
      return sealed;
    })
    .toBe(rows);
}

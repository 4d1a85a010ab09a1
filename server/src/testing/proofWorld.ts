import type { Db } from '../database/connect.ts';
import { makeRoot, sealPostings } from '../ledger/sealer.ts';
import { proveOwed } from '../modules/proof/proofJobs.ts';
import { until } from './moneyWorld.ts';
import type { TestMember } from './testMember.ts';

/** Makes the root of what members are owed now, as the jobs do once a day, until the member's receipt is there. */
export async function proveUntilReceipt(db: Db, { client }: TestMember): Promise<void> {
  await until(async () => {
    await sealPostings(db);
    await makeRoot(db);
    await proveOwed(db);
    return (await client('GET /api/wallet/proof', { query: {} }).catch(() => undefined)) !== undefined;
  });
}

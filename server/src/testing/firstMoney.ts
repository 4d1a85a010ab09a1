import { randomUUID } from 'node:crypto';
import { ensureHouseAccount, ensureMemberAccount } from '../ledger/account.ts';
import { keyFrom } from '../ledger/key.ts';
import { post } from '../ledger/post.ts';
import { makeMember } from './testMember.ts';
import type { TestServer } from './testServer.ts';

/** The site's first deposit: from now on what guards money needs two operators. */
export async function bringFirstMoney(server: TestServer): Promise<void> {
  const { id } = await makeMember(server);
  await server.db.transaction().execute(async (trx) => {
    await post(trx, {
      key: keyFrom('test', randomUUID()),
      code: 'deposit',
      actor: 'test',
      cause: 'test:deposit',
      debit: await ensureHouseAccount(trx, 'bank', 'KBANK'),
      credit: await ensureMemberAccount(trx, id, 'wallet'),
      amount: 1n,
    });
  });
}

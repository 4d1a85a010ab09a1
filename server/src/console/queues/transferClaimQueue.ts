import type { QueueQuery } from '@krapao/contract/api/operator/common';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { CLAIM_HOURS } from '../../modules/deposits/claim/addTransferClaim.ts';
import { ownAccounts } from '../../modules/deposits/depositAccounts.ts';
import { MEMBER_COLUMNS, memberFacts } from './memberFacts.ts';
import { presentAccount } from './presentAccount.ts';
import { readQueue } from './readQueue.ts';

const HOUR_MS = 3_600_000;

/** Transfers that members claim and nothing has reported yet, and the accounts it may have come into. */
export async function listTransferClaims(db: Db, operator: Operator, query: QueueQuery) {
  const found = db
    .selectFrom('manual_deposit')
    .innerJoin('member', 'member.id', 'manual_deposit.member_id')
    .selectAll('manual_deposit')
    .select(MEMBER_COLUMNS);
  const { rows, next } = await readQueue(found, 'transferClaims', operator, query, {
    amount: 'manual_deposit.amount',
  });
  const accounts = await ownAccounts(db);
  return {
    items: rows.map((row) => ({
      id: String(row.id),
      member: memberFacts(row),
      amount: bahtFromSatang(row.amount),
      createdAt: row.created_at.toISOString(),
      expiresAt: new Date(row.created_at.getTime() + CLAIM_HOURS * HOUR_MS).toISOString(),
      claim: row.claim,
    })),
    next,
    accounts: accounts.map(presentAccount),
  };
}

import type { QueueQuery } from '@krapao/contract/api/operator/common';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Db } from '../../database/connect.ts';
import { CLAIM_HOURS } from '../../modules/deposits/claim/addTransferClaim.ts';
import { ownAccounts } from '../../modules/deposits/depositAccounts.ts';
import { isNotAsked } from '../../queues.ts';
import { claimColumns, MEMBER_COLUMNS, memberFacts, presentClaim } from './memberFacts.ts';
import { presentAccount } from './presentAccount.ts';
import { queuePage, queuePlace } from './queuePlace.ts';

const HOUR_MS = 3_600_000;

/** Transfers that members claim and nothing has reported yet, and the accounts it may have come into. */
export async function listTransferClaims(db: Db, operatorId: bigint, page: QueueQuery) {
  const { isAfter, order, limit, place } = queuePlace(page, {
    id: 'manual_deposit.id',
    since: 'manual_deposit.created_at',
    amount: 'manual_deposit.amount',
  });
  const rows = await db
    .selectFrom('manual_deposit')
    .innerJoin('member', 'member.id', 'manual_deposit.member_id')
    .where('manual_deposit.status', '=', 'PENDING')
    .where(isNotAsked('transferClaims', 'manual_deposit.id'))
    .where(isAfter)
    .orderBy(order)
    .limit(limit)
    .selectAll('manual_deposit')
    .select([...MEMBER_COLUMNS, ...claimColumns('transferClaims', 'manual_deposit.id'), place])
    .execute();
  const accounts = await ownAccounts(db);
  return {
    ...queuePage(rows, (row) => ({
      id: String(row.id),
      member: memberFacts(row),
      amount: bahtFromSatang(row.amount),
      createdAt: row.created_at.toISOString(),
      expiresAt: new Date(row.created_at.getTime() + CLAIM_HOURS * HOUR_MS).toISOString(),
      claim: presentClaim(row, operatorId),
    })),
    accounts: accounts.map(presentAccount),
  };
}

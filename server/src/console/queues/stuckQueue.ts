import type { QueueQuery } from '@krapao/contract/api/operator/common';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { gameTitles } from '../../modules/games/gameTitles.ts';
import { memberName } from './memberFacts.ts';
import { readQueue } from './readQueue.ts';

/** Operations at providers that could not end automatically, each with all operations of its transfer. */
export async function listStuckLegs(db: Db, operator: Operator, query: QueueQuery, language: Language) {
  const found = db
    .selectFrom('transfer_leg')
    .innerJoin('transfer', 'transfer.id', 'transfer_leg.transfer_id')
    .innerJoin('member', 'member.id', 'transfer_leg.member_id')
    .selectAll('transfer_leg')
    .select([
      'member.name',
      'member.phone_number',
      'transfer.kind',
      'transfer.from_code',
      'transfer.to_code',
      'transfer.amount as transfer_amount',
      'transfer.moved',
    ]);
  const { rows, next } = await readQueue(found, 'transfers', operator, query, {
    amount: 'transfer_leg.amount',
    why: 'transfer_leg.reason',
  });
  const transfers = [...new Set(rows.map(({ transfer_id }) => transfer_id))];
  const legs =
    transfers.length === 0
      ? []
      : await db
          .selectFrom('transfer_leg')
          .where('transfer_id', 'in', transfers)
          .orderBy('created_at')
          .orderBy('id')
          .select(['id', 'transfer_id', 'provider', 'direction', 'amount', 'state'])
          .execute();
  const codes = [
    ...legs.map(({ provider }) => provider),
    ...rows.flatMap((row) => [row.from_code, row.to_code]),
  ];
  const titles = await gameTitles(db, codes, language);
  const titleOf = (code: string) => titles.get(code) ?? code;
  const items = rows.map((row) => ({
    id: row.id,
    member: memberName(row),
    provider: row.provider,
    title: titleOf(row.provider),
    username: row.username,
    direction: row.direction as 'in' | 'out',
    amount: bahtFromSatang(row.amount),
    reason: row.reason,
    sends: row.sends,
    asks: row.asks,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    transfer: {
      id: row.transfer_id,
      kind: row.kind,
      from: row.from_code,
      fromTitle: titleOf(row.from_code),
      to: row.to_code,
      toTitle: titleOf(row.to_code),
      amount: bahtFromSatang(row.transfer_amount),
      moved: bahtFromSatang(row.moved),
      legs: legs
        .filter(({ transfer_id }) => transfer_id === row.transfer_id)
        .map(({ id, provider, direction, amount, state }) => ({
          id,
          title: titleOf(provider),
          direction,
          amount: bahtFromSatang(amount),
          state,
        })),
    },
    claim: row.claim,
  }));
  return { items, next };
}

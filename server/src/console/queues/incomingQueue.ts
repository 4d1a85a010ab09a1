import type { QueueQuery } from '@krapao/contract/api/operator/common';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { senderOf } from '../../modules/deposits/incoming/incomingTransfer.ts';
import { shownReference } from '../../modules/deposits/incoming/unreferenced.ts';
import { candidatesOf } from './candidates.ts';
import { readQueue } from './readQueue.ts';
import { describeReceiver } from './slipQueue.ts';

/** Transfers without an owner. Amounts are in their own currency; kip are compared by the rate `attForBaht`. */
export async function listIncoming(db: Db, operator: Operator, query: QueueQuery, attForBaht: number) {
  const { rows, next } = await readQueue(
    db.selectFrom('incoming_transfer').selectAll(),
    'incoming',
    operator,
    query,
    {
      amount: sql`case currency when 'LAK' then amount * 100 / ${attForBaht}::bigint else amount end`,
      why: 'incoming_transfer.note',
    },
  );
  const items = rows.map((row) => {
    const sender = senderOf(row);
    return {
      id: String(row.id),
      amount: bahtFromSatang(row.amount),
      currency: row.currency,
      source: row.source,
      note: row.note,
      transRef: shownReference(row.trans_ref),
      sender: {
        name: sender.displayName,
        account: sender.account ?? sender.proxy?.value ?? '',
        bankCode: sender.bankCode ?? null,
      },
      receiver: describeReceiver(row.receiver),
      transferredAt: row.transferred_at.toISOString(),
      claim: row.claim,
    };
  });
  return { items, next };
}

/** The members who may own the transfer. @throws AppError NO_DATA */
export async function findCandidates(db: Db, transferId: bigint) {
  const transfer = await db
    .selectFrom('incoming_transfer')
    .where('id', '=', transferId)
    .select(['trans_ref', 'amount', 'currency', 'transferred_at', 'sender'])
    .executeTakeFirst();
  if (transfer === undefined) throw new AppError('NO_DATA');
  return candidatesOf(db, transfer);
}

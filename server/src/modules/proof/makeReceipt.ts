import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { type OwedRoot, owedLeaves } from '../../ledger/owedTree.ts';

type Receipt = ResponseOf<Contract['GET /api/wallet/proof']>;

/** A root as the API tells it. */
export function presentRoot({ day, currency, at, members, amount, hash }: OwedRoot): Receipt['root'] {
  return {
    day,
    currency,
    at: at.toISOString(),
    members: Number(members),
    amount: String(amount),
    hash: hash.toString('hex'),
  };
}

/**
 * What proves that the member's money is in a day's root; without a day the newest. A member's wallet is in one currency.
 * @throws AppError NO_DATA if the member had no member then, or the day's tree is no longer kept
 */
export async function makeReceipt(db: Db, memberId: bigint, day: string | undefined): Promise<Receipt> {
  const { rows } = await sql<OwedRoot & { member: bigint }>`
    select r.day::text, r.currency, r.at, r.members, r.amount, r.hash, a.member
    from (select currency, member_id as member from ledger.account
        where member_id = ${memberId} and mode = 'strict' group by currency, member_id) a
      join ledger.owed_root r on r.currency = a.currency
    where r.day::text = ${day ?? null}::text or ${day ?? null}::text is null
    order by r.day desc, a.member limit 1`.execute(db);
  const found = rows[0];
  const leaves = found && (await owedLeaves(db, found, found.member));
  if (found === undefined || leaves === undefined) throw new AppError('NO_DATA');
  return {
    root: presentRoot(found),
    member: String(found.member),
    amount: String(leaves.reduce((sum, { amount }) => sum + amount, 0n)),
    leaves: leaves.map(({ share, nonce, amount, path }) => ({
      share,
      nonce: nonce.toString('hex'),
      amount: String(amount),
      path: path.map((step) => ({
        side: step.side,
        hash: step.hash.toString('hex'),
        amount: String(step.amount),
      })),
    })),
  };
}

import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { ownWays, type Prover, type Proving, type useProof } from '../../calls/stepUp.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';

/**
 * Money leaves with the PIN or a passkey of a member who has one, and from an amount of the settings with the password
 * of any other; without either, as the specification has it. The withdrawals of the last 24 hours count together, so that
 * several small ones are no way around it. The proof is bound to the amount.
 * @param ask requireProof before slow work, useProof in the transaction that starts the withdrawal
 * @throws AppError STEP_UP_REQUIRED
 */
export async function askWithdrawalProof(
  trx: Trx,
  { settings }: Pick<AppContext, 'settings'>,
  prover: Prover,
  amount: Satang,
  ask: typeof useProof,
): Promise<void> {
  const from = BigInt(settings.get('memberSecurity').stepUpFromSatang);
  const isLarge = from > 0n && amount + (await withdrawnToday(trx, prover.memberId)) >= from;
  const proving: Proving = { action: 'withdraw', subject: amount.toString() };
  if (isLarge || (await ownWays(trx, prover.memberId)).length > 0) await ask(trx, prover, proving);
}

/** What the member withdrew in the last 24 hours, or will, in satang. Withdrawals at the same moment wait for each other. */
async function withdrawnToday(trx: Trx, memberId: bigint): Promise<Satang> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.withdrawn:${memberId}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(amount), 0)::text as total from withdrawal
    where member_id = ${memberId} and state <> 'REJECTED' and created_at > site.now() - interval '24 hours'`.execute(
    trx,
  );
  return BigInt(rows[0]?.total ?? 0);
}

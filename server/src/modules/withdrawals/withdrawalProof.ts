import type { Satang } from '@krapao/contract/money';
import { ownWays, type Prover, type Proving, type useProof } from '../../calls/stepUp.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';

/**
 * Money leaves with the PIN or a passkey of a member who has one, and from an amount of the settings with the password
 * of any other; without either, as the specification has it. The proof is bound to the amount.
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
  const isLarge = from > 0n && amount >= from;
  const proving: Proving = { action: 'withdraw', subject: amount.toString() };
  if (isLarge || (await ownWays(trx, prover.memberId)).length > 0) await ask(trx, prover, proving);
}

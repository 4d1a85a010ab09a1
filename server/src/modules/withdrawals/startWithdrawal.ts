import { type Satang, satangFromBaht } from '@krapao/contract/money';
import { withdrawalProblem } from '@krapao/contract/withdrawalRules';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { type RequestKey, requestKeyColumns } from '../../calls/requestKey.ts';
import type { Trx } from '../../database/connect.ts';
import { limitOf } from '../../errorDetail.ts';
import { ensureHouseAccount, ensureMemberAccount } from '../../ledger/account.ts';
import { keyFrom } from '../../ledger/key.ts';
import { hold } from '../../ledger/post.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { requireNotFrozen } from '../auth/frozen.ts';
import { kipPaidFor } from '../deposits/kipRate.ts';
import { requirePayout } from '../protection/levels/closedByLevel.ts';
import { noteBalance, writeEntry } from '../statement/writeEntry.ts';
import { causeOf, kipOf, type WithdrawalRow } from './withdrawalRow.ts';

type Rules = SettingValue<'withdraw'>;

/** The amount in satang. @throws AppError INVALID_AMOUNT, WITHDRAW_MINIMUM or WITHDRAW_MAXIMUM with the limit (WDR-01) */
export function withdrawalAmount(baht: number, rules: Rules): Satang {
  const amount = satangFromBaht(baht);
  const [minimum, maximum] = [BigInt(rules.minimumSatang), BigInt(rules.maximumSatang)];
  if (amount === null || amount <= 0n) throw new AppError('INVALID_AMOUNT');
  const problem = withdrawalProblem(amount, { minimum, maximum });
  if (problem === 'minimum') throw new AppError('WITHDRAW_MINIMUM', undefined, limitOf(minimum));
  if (problem === 'maximum') throw new AppError('WITHDRAW_MAXIMUM', undefined, limitOf(maximum));
  return amount;
}

/**
 * Stores a withdrawal with the current bank account and kip rate; no hold is placed yet (WDR-03). The caller has
 * checked for an earlier result of the key. @throws AppError NO_BANK, ACCOUNT_FROZEN,
 * LEVEL_REQUIRED, IDENTITY_CHECKED
 */
export async function startWithdrawal(
  trx: Trx,
  memberId: bigint,
  { amount, transferId, attForBaht }: { amount: Satang; transferId: string | undefined; attForBaht: number },
  requestKey: RequestKey | undefined,
): Promise<WithdrawalRow> {
  await requireNotFrozen(trx, memberId);
  await requirePayout(trx, memberId, amount);
  const account = await trx
    .selectFrom('member')
    .innerJoin('bank', 'bank.code', 'member.bank_code')
    .select(['bank_code', 'bank_account_no', 'bank_account_name', 'currency'])
    .where('member.id', '=', memberId)
    .where('bank.is_active', '=', true)
    .executeTakeFirst();
  if (account === undefined) throw new AppError('NO_BANK');
  const payout = payoutOf(amount, account.currency, attForBaht);
  const withdrawal = await trx
    .insertInto('withdrawal')
    .values({
      member_id: memberId,
      amount,
      state: 'COLLECTING',
      transfer_id: transferId ?? null,
      ...requestKeyColumns(requestKey),
      ...account,
      ...payout,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeEntry(trx, {
    memberId,
    cause: causeOf(withdrawal.id),
    type: 'withdraw',
    status: 'PENDING',
    from: 'WALLET',
    to: account.bank_code,
    amount,
    payout: kipOf(withdrawal),
  });
  return withdrawal;
}

/** The payout for the amount: currency, hundredths of it, and rate; frozen at the request. */
function payoutOf(amount: Satang, currency: string, attForBaht: number) {
  if (currency !== 'LAK') return { pay_currency: 'THB', pay_amount: amount, att_for_baht: null };
  return { pay_currency: 'LAK', pay_amount: kipPaidFor(amount, attForBaht), att_for_baht: attForBaht };
}

/**
 * Places the hold of a withdrawal, and decides who pays it: the payout adapter, or an operator if the rules say so or
 * the account is not in baht. @throws AppError MONEY_NOT_ENOUGH
 */
export async function holdWithdrawal(
  trx: Trx,
  withdrawal: WithdrawalRow,
  rules: Rules,
): Promise<WithdrawalRow> {
  const { id, member_id: memberId, amount, pay_currency: currency } = withdrawal;
  const held = await hold(trx, {
    key: keyFrom('withdrawal', id, 'hold'),
    code: 'withdrawal',
    debit: await ensureMemberAccount(trx, memberId, 'wallet'),
    credit: await ensureHouseAccount(trx, 'payout'),
    amount,
    actor: `member:${memberId}`,
    cause: causeOf(id),
  });
  await noteBalance(trx, causeOf(id));
  const isAutomatic = rules.isAutomatic && currency === 'THB';
  return trx
    .updateTable('withdrawal')
    .set({
      hold_id: held.id,
      state: isAutomatic ? 'HELD' : 'MANUAL',
      due_at: isAutomatic ? sql<Date>`site.now()` : null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

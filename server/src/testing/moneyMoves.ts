import { randomInt, randomUUID } from 'node:crypto';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { ensureHouseAccount, type HouseAccountKind } from '../ledger/account.ts';
import { creditReward } from '../modules/bonus/creditReward.ts';
import { lockTotal } from '../modules/bonus/memberTotal.ts';
import { creditDeposit } from '../modules/deposits/creditDeposit.ts';
import { creditWin } from '../modules/spinwheel/creditWin.ts';
import { payWithdrawal, rejectWithdrawal } from '../modules/withdrawals/decidePayout.ts';
import { withdrawalJobs } from '../modules/withdrawals/withdrawalJob.ts';
import { withdraw } from '../modules/withdrawals/withdrawFunds.ts';
import { DEPOSIT_RULES } from './depositRules.ts';
import { sessionless } from './sessionless.ts';
import type { VerbWorld } from './verbWorld.ts';

const TEXT = { th: 'x', la: 'x', en: 'x' };
/** The number of a row that nothing else has. */
const number = () => BigInt(randomInt(2 ** 47));

/** What moves a member's money, by the product's verbs, for histories of a world. Satang. */
export function moneyMoves({ context, run, decision, db, owner }: VerbWorld) {
  return {
    deposit: (
      memberId: bigint,
      amount: Satang,
      { kind = 'bank', label = 'KBANK', cause }: { kind?: HouseAccountKind; label?: string; cause: string },
    ) =>
      run(async (trx) =>
        creditDeposit(trx, {
          memberId,
          amount,
          from: label,
          debit: await ensureHouseAccount(trx, kind, label),
          key: ['test', randomUUID()],
          cause: `${cause}:${number()}`,
          rules: DEPOSIT_RULES,
          actor: 'system',
        }),
      ),
    /** Asks for a payout, and lets the machine do what it does with it. */
    askPayout: async (memberId: bigint, amount: Satang) => {
      await withdraw(context, sessionless(memberId), bahtFromSatang(amount), undefined);
      await sql`
        update withdrawal set due_at = now() where member_id = ${memberId} and due_at is not null`.execute(
        owner,
      );
      await withdrawalJobs(context)[0]?.run(new AbortController().signal);
    },
    /** Pays or refuses one of the member's payouts that wait for a person, if there is one. */
    decidePayout: async (memberId: bigint, isPaid: boolean) => {
      const waiting = await db
        .selectFrom('withdrawal')
        .select(['id', 'state', 'reason'])
        .where('member_id', '=', memberId)
        .where('state', 'in', ['MANUAL', 'STUCK'])
        .limit(1)
        .executeTakeFirst();
      if (waiting === undefined) return;
      const seen = { withdrawalId: waiting.id, seen: { state: waiting.state, why: waiting.reason } };
      await run((trx) =>
        isPaid
          ? payWithdrawal(trx, { ...seen, ...decision, transRef: `BYHAND${number()}` })
          : rejectWithdrawal(trx, { ...seen, ...decision }),
      );
    },
    /** With a condition only if the member has no bonus. */
    reward: (
      memberId: bigint,
      {
        source,
        amount,
        hasCondition,
      }: { source: 'refund' | 'invite'; amount: Satang; hasCondition: boolean },
    ) =>
      run(async (trx) => {
        const active = await trx
          .selectFrom('member_bonus')
          .select('id')
          .where('member_id', '=', memberId)
          .where('state', '=', 'ACTIVE')
          .executeTakeFirst();
        if (active !== undefined && hasCondition) return;
        const terms = { successBps: hasCondition ? 20_000 : 10_000, failBps: 0 };
        const reward = { source, id: number(), amount, name: TEXT, ...terms };
        await creditReward(trx, memberId, await lockTotal(trx, memberId), reward);
      }),
    win: (memberId: bigint, { house, amount }: { house: 'wheel' | 'coupon'; amount: Satang }) =>
      run((trx) => creditWin(trx, { memberId, house, id: randomUUID(), amount, description: TEXT })),
  };
}

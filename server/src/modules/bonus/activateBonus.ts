import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { doOnce } from '../../calls/doOnce.ts';
import type { RequestKey } from '../../calls/requestKey.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { storedSetting } from '../../settings/settings.ts';
import { askBalances } from '../games/askBalances.ts';
import { refreshPlay } from '../play/playFigures.ts';
import { requirePlay } from '../protection/admit.ts';
import { bonusCondition } from './bonusCondition.ts';
import { type DefinitionRow, findDefinition } from './bonusDefinition.ts';
import { lockMember } from './bonusRow.ts';
import { isFirstDeposit, isGivenOut } from './claimRules.ts';
import { countDeposits, type Deposit, findDeposit } from './deposits.ts';
import { presentUserBonus, type UserBonus } from './listBonuses.ts';
import { lockTotal, type MemberTotal } from './memberTotal.ts';
import { countedMembers, isExhausted, lockPerson } from './offerByPerson.ts';
import { refuseSecondBonus, requireClearBalance, startBonus } from './startBonus.ts';
import { weighedStake } from './turnoverWeights.ts';

/**
 * Activates a listed bonus (BON-04). The providers are asked first, because balances in games count.
 * @throws AppError NO_DATA, BONUS_ALREADY_ACTIVE, BONUS_REMAINING, BONUS_MAX_CLAIMED, BONUS_FULL, BONUS_CONDITION,
 * SERVICE_UNAVAILABLE (its turnover cannot be counted now), IDEMPOTENCY_MISMATCH, and what requirePlay refuses
 */
export async function activateBonus(
  context: AppContext,
  memberId: bigint,
  code: string,
  requestKey?: RequestKey,
): Promise<UserBonus> {
  const { db, settings } = context;
  await doOnce(
    context,
    { memberId, requestKey },
    { kind: 'bonus', ref: code },
    {
      ask: async () => {
        const definition = await findDefinition(db, 'list', code, settings.get('protection'));
        if (definition === undefined) throw new AppError('NO_DATA');
        await askBeforeStart(context, memberId, definition);
        return definition;
      },
      act: (trx, definition) =>
        activate(trx, memberId, definition, { bonus: settings.get('bonus'), links: settings.get('links') }),
    },
  );
  return presentUserBonus(db, memberId, code);
}

/** Reads from the providers the figures needed to start this bonus. @throws AppError SERVICE_UNAVAILABLE */
export async function askBeforeStart(
  context: AppContext,
  memberId: bigint,
  { turnover_bps: turnoverBps }: DefinitionRow,
): Promise<void> {
  await askBalances(context, memberId);
  if (turnoverBps > 0 && !(await refreshPlay(context, memberId)))
    throw new AppError('SERVICE_UNAVAILABLE', 'turnover unknown');
}

async function activate(
  trx: Trx,
  memberId: bigint,
  definition: DefinitionRow,
  { bonus: rules, links }: { bonus: SettingValue<'bonus'>; links: SettingValue<'links'> },
): Promise<void> {
  const members = await countedMembers(trx, memberId, definition, links);
  await lockPerson(trx, members);
  await lockMember(trx, memberId);
  await requirePlay(trx, memberId);
  await refuseSecondBonus(trx, memberId, definition.code);
  if (await isExhausted(trx, members, definition)) throw new AppError('BONUS_MAX_CLAIMED');
  if (isGivenOut(definition, definition.claimed)) throw new AppError('BONUS_FULL');
  const total = await lockTotal(trx, memberId);
  const deposit = await requireDeposit(trx, total, definition, rules);
  requireClearBalance(total, deposit?.amount ?? 0n, rules);
  await startBonus(trx, memberId, total, definition, {
    deposit,
    stakedBefore: await stakedToday(trx, memberId),
  });
}

/** The deposit that the bonus is for, still in the wallet. @throws AppError BONUS_CONDITION */
async function requireDeposit(
  trx: Trx,
  total: MemberTotal,
  definition: DefinitionRow,
  rules: SettingValue<'bonus'>,
): Promise<Deposit | undefined> {
  if (definition.condition === 'none') return undefined;
  const { walletAccount } = total;
  if (definition.condition === 'new_member' && !isFirstDeposit(await countDeposits(trx, walletAccount)))
    throw bonusCondition('NOT_NEW');
  const deposit = await findDeposit(trx, {
    walletAccount,
    minimum: definition.minimum_deposit,
    afterVersion: 0n,
    withinHours: rules.depositWithinHours,
  });
  if (deposit === undefined) throw bonusCondition('NO_DEPOSIT', { minimum: definition.minimum_deposit });
  if (total.available < deposit.amount)
    throw bonusCondition('DEPOSIT_MOVED', { deposit: deposit.amount, wallet: total.available });
  return deposit;
}

/** The member's stakes today in Bangkok, as far as reported, by the weights that a bonus of now gets. */
export async function stakedToday(trx: Trx, memberId: bigint): Promise<Satang> {
  const percent = await storedSetting(trx, 'turnover');
  const { rows } = await sql<{ staked: bigint }>`
    select coalesce(sum(${weighedStake(sql`${JSON.stringify(percent)}::jsonb`)}), 0)::bigint as staked
    from play_day p join game_provider g on g.code = p.provider
    where p.member_id = ${memberId} and p.day = (site.now() at time zone 'Asia/Bangkok')::date`.execute(trx);
  return rows[0]?.staked ?? 0n;
}

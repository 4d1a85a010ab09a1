import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { doOnce } from '../../calls/doOnce.ts';
import type { RequestKey } from '../../calls/requestKey.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { countWithin } from '../../http/rateCounter.ts';
import { requirePlay } from '../protection/admit.ts';
import { askBeforeStart, stakedToday } from './activateBonus.ts';
import { bonusCondition } from './bonusCondition.ts';
import { type DefinitionRow, findDefinition } from './bonusDefinition.ts';
import { findActive, lockMember } from './bonusRow.ts';
import { isGivenOut } from './claimRules.ts';
import { countDeposits, findDeposit } from './deposits.ts';
import type { Localized } from './localized.ts';
import { lockTotal } from './memberTotal.ts';
import { countedMembers, isExhausted, lockPerson } from './offerByPerson.ts';
import { refuseSecondBonus, requireClearBalance, startBonus } from './startBonus.ts';

const CHOICES_AT_ONCE = 50;

type Found = ResponseOf<Contract['GET /api/promotion/find/:code']>;

/**
 * The promotion with this code (BON-02). Searches are limited, because codes are only for invited members.
 * @throws AppError NO_PROMOTION, PROMOTION_RECEIVED, REQUEST_LIMIT
 */
export async function findPromotion(
  { db, settings }: AppContext,
  memberId: bigint,
  code: string,
  language: Language,
): Promise<Found> {
  const limit = settings.get('bonus').searchesInMinute;
  await countWithin(db, { name: 'promotion:search', limit, seconds: 60 }, memberId.toString());
  const { code: known, fail_bps, description } = await requirePromotion({ db, settings }, memberId, code);
  return {
    code: known,
    percentFail: fail_bps / 100,
    description: (description as unknown as Localized)[language],
  };
}

/**
 * Chooses a promotion (BON-02): without a condition its bonus starts at once, otherwise with the next deposit that meets
 * it. One promotion waits at a time; another choice replaces it.
 * @throws AppError NO_PROMOTION, PROMOTION_RECEIVED, BONUS_ALREADY_ACTIVE, BONUS_REMAINING, BONUS_CONDITION, BONUS_FULL,
 * IDEMPOTENCY_MISMATCH, and what requirePlay refuses
 */
export async function activatePromotion(
  context: AppContext,
  memberId: bigint,
  code: string,
  requestKey?: RequestKey,
): Promise<void> {
  await doOnce(
    context,
    { memberId, requestKey },
    { kind: 'promotion', ref: code.toUpperCase() },
    {
      ask: async () => {
        const promotion = await requirePromotion(context, memberId, code);
        await askBeforeStart(context, memberId, promotion);
        return promotion;
      },
      act: (trx, promotion) => choose(trx, context, memberId, promotion),
    },
  );
}

async function choose(
  trx: Trx,
  { settings }: AppContext,
  memberId: bigint,
  promotion: DefinitionRow,
): Promise<void> {
  const members = await countedMembers(trx, memberId, promotion, settings.get('links'));
  await lockPerson(trx, members);
  await lockMember(trx, memberId);
  await requirePlay(trx, memberId);
  await refuseSecondBonus(trx, memberId, promotion.code);
  if (await isExhausted(trx, members, promotion)) throw new AppError('PROMOTION_RECEIVED');
  if (isGivenOut(promotion, promotion.claimed)) throw new AppError('BONUS_FULL');
  const total = await lockTotal(trx, memberId);
  requireClearBalance(total, 0n, settings.get('bonus'));
  if (promotion.condition === 'none') {
    const stakedBefore = await stakedToday(trx, memberId);
    await startBonus(trx, memberId, total, promotion, { deposit: undefined, stakedBefore });
    return;
  }
  if (promotion.condition === 'new_member' && (await countDeposits(trx, total.walletAccount)) > 0)
    throw bonusCondition('NOT_NEW');
  const choice = { code: promotion.code, wallet_version: total.walletVersion, chosen_at: clock.date() };
  await trx
    .insertInto('promotion_choice')
    .values({ member_id: memberId, ...choice })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(choice))
    .execute();
}

/** The promotion that waits for the member's next deposit, or is running. */
export async function currentPromotion(db: Db, memberId: bigint): Promise<{ code: string | null }> {
  const active = await findActive(db, memberId);
  if (active?.source === 'promotion') return { code: active.code };
  const choice = await db
    .selectFrom('promotion_choice')
    .select('code')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return { code: choice?.code ?? null };
}

async function requirePromotion(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  memberId: bigint,
  code: string,
): Promise<DefinitionRow> {
  const promotion = await findDefinition(db, 'promotion', code.toUpperCase(), settings.get('protection'));
  if (promotion === undefined) throw new AppError('NO_PROMOTION');
  const active = await findActive(db, memberId);
  if (active?.code === promotion.code) return promotion;
  const members = await countedMembers(db, memberId, promotion, settings.get('links'));
  if (await isExhausted(db, members, promotion)) throw new AppError('PROMOTION_RECEIVED');
  return promotion;
}

/**
 * Starts bonuses whose deposit has arrived. A choice that can no longer be met is dropped. One that cannot be decided
 * yet, because money is in transit or a provider does not answer, waits, and keeps no other one waiting.
 * @param signal ends it between two choices
 * @returns how many were decided
 */
export async function grantChosenPromotions(context: AppContext, signal: AbortSignal): Promise<number> {
  let decided = 0;
  for (let choices = await metChoices(context.db, 0n); choices.length > 0; ) {
    for (const choice of choices) {
      if (signal.aborted) return decided;
      if (await decideChosen(context, choice)) decided += 1;
    }
    choices = await metChoices(context.db, choices.at(-1)?.member_id ?? 0n);
  }
  return decided;
}

type Choice = Awaited<ReturnType<typeof metChoices>>[number];

/** Choices whose deposit has arrived, of the next members. */
async function metChoices(db: Db, afterMember: bigint) {
  const { rows } = await sql<{ member_id: bigint; code: string; wallet_version: bigint }>`
    select c.member_id, c.code, c.wallet_version
    from promotion_choice c
    join bonus_definition b on b.code = c.code
    join ledger.account w on w.member_id = c.member_id and w.kind = 'wallet' and w.currency = 'THB'
    where c.member_id > ${afterMember} and exists (
      select from ledger.posting p
      where p.credit = w.id and p.credit_version > c.wallet_version and p.code = 'deposit' and p.amount >= b.minimum_deposit)
    order by c.member_id
    limit ${CHOICES_AT_ONCE}`.execute(db);
  return rows;
}

/** Starts the bonus of a choice, or drops the choice. @returns false if it waits */
async function decideChosen(context: AppContext, choice: Choice): Promise<boolean> {
  try {
    return await grantChosen(context, choice.member_id);
  } catch (error) {
    if (!(error instanceof AppError)) {
      // One member's trouble keeps nobody else waiting.
      context.log.error(
        { err: error, memberId: choice.member_id.toString() },
        'chosen promotion not decided',
      );
      return false;
    }
    if (error.code === 'SERVICE_UNAVAILABLE') return false;
    context.log.info(
      { memberId: choice.member_id.toString(), code: error.code },
      'chosen promotion not given',
    );
    await context.db
      .deleteFrom('promotion_choice')
      .where('member_id', '=', choice.member_id)
      .where('code', '=', choice.code)
      .where('wallet_version', '=', choice.wallet_version)
      .execute();
    return true;
  }
}

async function grantChosen(context: AppContext, memberId: bigint): Promise<boolean> {
  const { db, settings } = context;
  const chosen = await db
    .selectFrom('promotion_choice')
    .innerJoin('bonus_definition', 'bonus_definition.code', 'promotion_choice.code')
    .selectAll('bonus_definition')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (chosen === undefined) return false;
  await askBeforeStart(context, memberId, chosen);
  return db.transaction().execute(async (trx) => {
    const members = await countedMembers(trx, memberId, chosen, settings.get('links'));
    await lockPerson(trx, members);
    await lockMember(trx, memberId);
    await requirePlay(trx, memberId);
    const choice = await trx
      .selectFrom('promotion_choice')
      .selectAll()
      .where('member_id', '=', memberId)
      // Another choice waits for the next run: its person was not locked, nor its figures asked for.
      .where('code', '=', chosen.code)
      .executeTakeFirst();
    if (choice === undefined) return false;
    const promotion = await findDefinition(trx, 'promotion', choice.code, settings.get('protection'));
    if (promotion === undefined) throw new AppError('NO_PROMOTION');
    await refuseSecondBonus(trx, memberId, promotion.code);
    if (await isExhausted(trx, members, promotion)) throw new AppError('PROMOTION_RECEIVED');
    const rules = settings.get('bonus');
    const total = await lockTotal(trx, memberId);
    if (total.isMoving || total.isStale) return false;
    const deposit = await findDeposit(trx, {
      walletAccount: total.walletAccount,
      minimum: promotion.minimum_deposit,
      afterVersion: choice.wallet_version,
      withinHours: rules.depositWithinHours,
    });
    if (deposit === undefined) throw bonusCondition('NO_DEPOSIT', { minimum: promotion.minimum_deposit });
    if (total.available < deposit.amount)
      throw bonusCondition('DEPOSIT_MOVED', { deposit: deposit.amount, wallet: total.available });
    requireClearBalance(total, deposit.amount, rules);
    const stakedBefore = await stakedToday(trx, memberId);
    await startBonus(trx, memberId, total, promotion, { deposit, stakedBefore });
    await trx.deleteFrom('promotion_choice').where('member_id', '=', memberId).execute();
    return true;
  });
}

import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { balance, ensureHouseAccount, ensureMemberAccount } from '../../ledger/account.ts';
import { keyFrom } from '../../ledger/key.ts';
import { post } from '../../ledger/post.ts';
import { readPlace } from '../games/gamePlace.ts';
import { causeOf, type GameTransfer, type LegRow } from './gameTransfer.ts';

type Leg = Pick<
  LegRow,
  'id' | 'transfer_id' | 'member_id' | 'provider' | 'direction' | 'amount' | 'connection_id'
>;
type Step = 'reserve' | 'confirm' | 'return';

/** Debits the wallet for a leg into a game, before the provider is called. @throws AppError MONEY_NOT_ENOUGH */
export async function reserveLeg(trx: Trx, leg: Leg): Promise<void> {
  await move(trx, leg, 'reserve', 'transfer_reserve', 'wallet', 'in_transfer', `member:${leg.member_id}`);
}

/** Books a confirmed leg: into a game from in_transfer, out of a game straight to the wallet. */
export async function confirmLeg(trx: Trx, leg: Leg, actor: string): Promise<void> {
  if (leg.direction === 'in')
    await move(trx, leg, 'confirm', 'transfer_in', 'in_transfer', 'provider', actor);
  else await move(trx, leg, 'confirm', 'transfer_out', 'provider', 'wallet', actor);
  await moveKnownAmount(trx, leg, leg.direction === 'in' ? leg.amount : -leg.amount);
}

/** Subtracts a leg out of a game from the game's shown amount; this changes the wallet's answer. */
export async function announceLeaving(trx: Trx, leg: Leg): Promise<void> {
  await moveKnownAmount(trx, leg, 0n);
}

/** Returns the reserved money of a leg into a game; a leg out of a game has reserved none. */
export async function returnLeg(trx: Trx, leg: Leg, actor: string): Promise<void> {
  if (leg.direction === 'in')
    await move(trx, leg, 'return', 'transfer_return', 'in_transfer', 'wallet', actor);
  else await announceLeaving(trx, leg);
}

type Place = 'wallet' | 'in_transfer' | 'provider';

async function move(
  trx: Trx,
  leg: Leg,
  step: Step,
  code: string,
  from: Place,
  to: Place,
  actor: string,
): Promise<void> {
  const account = (place: Place) =>
    place === 'provider'
      ? ensureHouseAccount(trx, 'provider', leg.provider)
      : ensureMemberAccount(trx, leg.member_id, place);
  await post(trx, {
    key: keyFrom('transfer_leg', leg.id, step),
    code,
    debit: await account(from),
    credit: await account(to),
    amount: leg.amount,
    actor,
    cause: causeOf(leg.transfer_id),
    groupId: leg.transfer_id,
  });
}

/** What is known of a game's amount is of the house where the game is now. */
async function moveKnownAmount(trx: Trx, leg: Leg, change: Satang): Promise<void> {
  await trx
    .updateTable('game_account')
    .set({
      amount: sql<bigint>`greatest(amount + ${change}::bigint, 0)`,
      ...(change > 0n && { played_at: sql<Date>`now()` }),
      revision: sql<number>`revision + 1`,
    })
    .where('member_id', '=', leg.member_id)
    .where('provider', '=', leg.provider)
    .where('provider', 'in', (query) =>
      query
        .selectFrom('game_provider')
        .select('code')
        .where('connection_id', 'is not distinct from', leg.connection_id),
    )
    .execute();
}

/** Satang of the wallet that can be spent now. */
export async function walletAvailable(trx: Trx, memberId: bigint): Promise<Satang> {
  return (await balance(trx, await ensureMemberAccount(trx, memberId, 'wallet'))).available;
}

/**
 * Stores an operation at one provider, due at once. For a leg into a game the money leaves the wallet here, before the
 * provider is called. @throws AppError MONEY_NOT_ENOUGH
 */
export async function startLeg(
  trx: Trx,
  transfer: GameTransfer,
  direction: 'in' | 'out',
  provider: string,
  amount: Satang,
): Promise<void> {
  const account = await trx
    .selectFrom('game_account')
    .select('username')
    .where('member_id', '=', transfer.member_id)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow();
  const leg = await insertLeg(trx, transfer, { direction, provider, username: account.username, amount });
  if (direction === 'in') await reserveLeg(trx, leg);
  else await announceLeaving(trx, leg);
}

/** Stores an operation at the house where its game is now. */
export async function insertLeg(
  trx: Trx,
  { id, member_id }: Pick<GameTransfer, 'id' | 'member_id'>,
  leg: Pick<LegRow, 'direction' | 'provider' | 'username' | 'amount'>,
  state: Partial<Pick<LegRow, 'state' | 'reason' | 'due_at'>> = {},
): Promise<LegRow> {
  const { connectionId, externalCode } = await readPlace(trx, leg.provider);
  return trx
    .insertInto('transfer_leg')
    .values({
      transfer_id: id,
      member_id,
      ...leg,
      ...state,
      connection_id: connectionId,
      external_code: externalCode,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

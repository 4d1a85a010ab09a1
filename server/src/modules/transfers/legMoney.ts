import { randomUUID } from 'node:crypto';
import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { balance, ensureMemberAccount } from '../../ledger/account.ts';
import { keyFrom } from '../../ledger/key.ts';
import { toAppError } from '../../ledger/ledgerError.ts';
import { readPlace } from '../games/gamePlace.ts';
import type { GameTransfer, LegRow } from './gameTransfer.ts';

type Step = 'reserve' | 'difference' | 'confirm' | 'return';

/** The ledger's key of a step of a leg. */
export const keyOf = (legId: string, step: Step) => keyFrom('transfer_leg', legId, step);

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
  { id: transferId, member_id: memberId }: GameTransfer,
  direction: 'in' | 'out',
  provider: string,
  amount: Satang,
): Promise<void> {
  const id = randomUUID();
  try {
    await sql`
      select start_leg(${id}, ${transferId}, ${memberId}, ${direction}, ${provider}, ${amount}, ${keyOf(id, 'reserve')})`.execute(
      trx,
    );
  } catch (error) {
    throw toAppError(error);
  }
}

/**
 * Books the result of a leg, ends it and locks the member's money. The caller holds the locks of the transfer and the
 * leg. @returns all legs of the transfer, as they are then
 */
export async function endLegWithMoney(
  trx: Trx,
  legId: string,
  { state, reason, actor }: { state: 'CONFIRMED' | 'REJECTED'; reason: string | null; actor: string },
): Promise<LegRow[]> {
  const key = keyOf(legId, state === 'CONFIRMED' ? 'confirm' : 'return');
  try {
    const { rows } = await sql<LegRow>`
      select * from book_leg(${legId}, ${state}, ${reason}, ${actor}, ${key})`.execute(trx);
    return rows;
  } catch (error) {
    throw toAppError(error);
  }
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

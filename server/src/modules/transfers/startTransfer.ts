import type { Satang } from '@krapao/contract/money';
import { WALLET } from '@krapao/contract/walletCode';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { madeBefore } from '../../calls/madeBefore.ts';
import type { RequestKey } from '../../calls/requestKey.ts';
import { clock } from '../../clock.ts';
import type { Trx } from '../../database/connect.ts';
import { errorDetail } from '../../errorDetail.ts';
import { lockMemberAccounts } from '../../ledger/account.ts';
import type { Providers } from '../../providers/providers.ts';
import { requireNotFrozen } from '../auth/frozen.ts';
import {
  type GameProviderRow,
  listGameAccounts,
  requireGame,
  requireGameAccount,
} from '../games/gameAccount.ts';
import { isInMaintenance } from '../games/gameHealth.ts';
import { placeOf } from '../games/gamePlace.ts';
import { isPlayAsked, requirePlay } from '../protection/admit.ts';
import { beginPlay } from '../protection/playTime.ts';
import { ALL_GAMES, type GameTransfer } from './gameTransfer.ts';
import { insertLeg, startLeg } from './legMoney.ts';
import { proceed } from './proceed.ts';

export interface MoveRequest {
  from: string;
  to: string;
  amount: Satang;
}

export interface CollectRequest {
  to: string;
  /** The amount to take out of a game. */
  games: readonly { provider: string; amount: Satang }[];
  /** Satang of the wallet to include, as currently known; the wallet's balance at the transfer decides. */
  fromWallet: Satang;
}

/** Who knows whether games take money now. */
type Houses = Pick<Providers, 'isGameOpen'>;

const SAME_COLLECTION_MS = 10_000;

/**
 * Stores a transfer of one amount and debits the wallet; no provider is called yet (TRF-01).
 * @throws AppError NO_DATA, NO_GAME, SLOT_NO_ACCOUNT, NO_WALLET, MONEY_NOT_ENOUGH, IDEMPOTENCY_MISMATCH, TRANSFER_FAIL,
 * and for money into a game ACCOUNT_FROZEN and what requirePlay refuses
 */
export async function startMove(
  trx: Trx,
  houses: Houses,
  memberId: bigint,
  request: MoveRequest,
  requestKey: RequestKey | undefined,
): Promise<GameTransfer> {
  const made = await madeBefore(trx, 'transfer', memberId, requestKey);
  if (made) return made;
  if (request.from === request.to) throw new AppError('NO_DATA', 'source and destination are the same');
  if (request.to !== WALLET) {
    // It locks the member: two ways into games at one moment do not pass a limit together.
    await requireNotFrozen(trx, memberId);
    if (await isPlayAsked(trx, memberId)) {
      await requirePlay(trx, memberId, request.from === WALLET ? request.amount : null);
      await beginPlay(trx, memberId);
    }
  }
  for (const code of [request.from, request.to])
    if (code !== WALLET)
      requireOpen(
        houses,
        await requireGame(trx, code, { isActive: code === request.to, isHeld: true }),
        code === request.to,
      );
  if (request.from === WALLET) await requireWallet(trx, memberId);
  const source = request.from === WALLET ? undefined : await requireGameAccount(trx, memberId, request.from);
  if (request.to !== WALLET) await requireGameAccount(trx, memberId, request.to);

  const transfer = await insert(trx, memberId, { kind: 'move', ...request }, requestKey);
  if (source) await startLeg(trx, transfer, 'out', source.provider, request.amount);
  else await startLeg(trx, transfer, 'in', request.to, request.amount);
  return transfer;
}

/**
 * Stores a collection: one operation at each game, then one to `to` with the wallet's balance.
 * @throws AppError NO_GAME, SLOT_NO_ACCOUNT, REQUEST_IN_PROGRESS, MONEY_NOT_ENOUGH, IDEMPOTENCY_MISMATCH, TRANSFER_FAIL,
 * and for money into a game ACCOUNT_FROZEN and what requirePlay refuses
 */
export async function startCollection(
  trx: Trx,
  houses: Houses,
  memberId: bigint,
  { to, games, fromWallet }: CollectRequest,
  requestKey: RequestKey | undefined,
): Promise<GameTransfer> {
  const made = await madeBefore(trx, 'transfer', memberId, requestKey);
  if (made) return made;
  await requireDestination(trx, houses, memberId, to);
  await refuseSecond(trx, memberId);
  if (to !== WALLET) {
    await requireNotFrozen(trx, memberId);
    await requirePlay(trx, memberId, fromWallet > 0n ? fromWallet : null);
    await beginPlay(trx, memberId);
  }
  const amount = games.reduce((sum, game) => sum + game.amount, to === WALLET ? 0n : fromWallet);
  if (amount === 0n) throw new AppError('MONEY_NOT_ENOUGH');
  const transfer = await insert(
    trx,
    memberId,
    { kind: 'collect', from: games.length === 0 ? WALLET : ALL_GAMES, to, amount },
    requestKey,
  );
  for (const game of games) await startLeg(trx, transfer, 'out', game.provider, game.amount);
  if (games.length === 0) {
    await lockMemberAccounts(trx, memberId);
    await proceed(trx, transfer, []);
  }
  return transfer;
}

/**
 * Stores a transfer to the wallet of what a member has at a house that was removed. Nobody can be asked, so its one
 * operation waits for an operator from the start.
 */
export async function startHomecoming(
  trx: Trx,
  {
    memberId,
    provider,
    username,
    amount,
  }: { memberId: bigint; provider: string; username: string; amount: Satang },
): Promise<void> {
  const move = { kind: 'move', from: provider, to: WALLET, amount } as const;
  const transfer = await insert(trx, memberId, move, undefined);
  await insertLeg(trx, transfer, { direction: 'out', provider, username, amount }, WAITS_FOR_PERSON);
}

const WAITS_FOR_PERSON = { state: 'STUCK', reason: 'CONNECTION_REMOVED', due_at: null } as const;

/** The target of a collection. @throws AppError NO_GAME, SLOT_NO_ACCOUNT, TRANSFER_FAIL, NO_DATA (nothing to collect from) */
export async function requireDestination(
  trx: Trx,
  houses: Houses,
  memberId: bigint,
  to: string,
): Promise<void> {
  if (to === WALLET) {
    if ((await listGameAccounts(trx, memberId)).length === 0)
      throw new AppError('NO_DATA', 'no game account');
    return;
  }
  requireOpen(houses, await requireGame(trx, to, { isActive: true, isHeld: true }), true);
  await requireGameAccount(trx, memberId, to);
}

/**
 * Refuses before any money moves; a seamless game holds none. What is in a game that operators have in maintenance comes
 * out, and nothing goes in.
 * @throws AppError TRANSFER_FAIL with GAME_CLOSED
 */
function requireOpen(houses: Houses, game: GameProviderRow, goesIn: boolean): void {
  const isTaking = game.kind === 'transfer' && houses.isGameOpen(placeOf(game));
  if (isTaking && !(goesIn && isInMaintenance(game))) return;
  throw new AppError('TRANSFER_FAIL', `${game.code} takes no money now`, errorDetail('GAME_CLOSED'));
}

async function requireWallet(trx: Trx, memberId: bigint): Promise<void> {
  const wallet = await trx
    .selectFrom('ledger.account')
    .select('id')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'wallet')
    .executeTakeFirst();
  if (wallet === undefined) throw new AppError('NO_WALLET');
}

/** A second press of "collect all" would find the games half emptied. */
async function refuseSecond(trx: Trx, memberId: bigint): Promise<void> {
  await trx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute();
  const running = await trx
    .selectFrom('transfer')
    .select('id')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'collect')
    .where('status', '=', 'PENDING')
    .where('created_at', '>', new Date(clock.now() - SAME_COLLECTION_MS))
    .executeTakeFirst();
  if (running) throw new AppError('REQUEST_IN_PROGRESS');
}

async function insert(
  trx: Trx,
  memberId: bigint,
  { kind, from, to, amount }: MoveRequest & { kind: 'move' | 'collect' },
  requestKey: RequestKey | undefined,
): Promise<GameTransfer> {
  const { key = null, fingerprint = null } = requestKey ?? {};
  const { rows } = await sql<GameTransfer>`
    select * from start_transfer(${memberId}, ${kind}, ${from}, ${to}, ${amount}, ${key}, ${fingerprint})`.execute(
    trx,
  );
  return rows[0] as GameTransfer;
}

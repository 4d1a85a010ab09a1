import { randomBytes } from 'node:crypto';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { currentWheelId } from './wheel.ts';

const SEED_BYTES = 32;

/** The server's commitment to a member's next spin. */
export interface Commitment {
  serverSeed: Buffer;
  wheelId: bigint;
  nonce: number;
}

/** Serialises the calls of one member's wheel. @returns the member's coins */
export async function lockCoins(trx: Trx, memberId: bigint): Promise<number> {
  const { coin } = await trx
    .selectFrom('member')
    .select('coin')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return coin;
}

/**
 * The commitment for the member's next spin; created if missing. Call it with the coins locked. Showing it binds it to
 * the newest wheel; a spin uses the wheel that was shown, as long as that one is active.
 * @throws AppError NO_DATA if there is no active wheel
 */
export async function commitmentOf(
  trx: Trx,
  memberId: bigint,
  purpose: 'showing' | 'spinning',
): Promise<Commitment> {
  const bound = await trx
    .selectFrom('spin_seed')
    .innerJoin('prize_wheel', 'prize_wheel.id', 'spin_seed.wheel_id')
    .select(['server_seed', 'wheel_id', 'is_active'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  const nonce = await nextNonce(trx, memberId);
  if (bound?.is_active && purpose === 'spinning')
    return { serverSeed: bound.server_seed, wheelId: bound.wheel_id, nonce };
  const wheelId = await currentWheelId(trx);
  if (wheelId === undefined) throw new AppError('NO_DATA', 'there is no prize wheel');
  if (bound?.wheel_id === wheelId) return { serverSeed: bound.server_seed, wheelId, nonce };
  return { serverSeed: await bindTo(trx, memberId, wheelId), wheelId, nonce };
}

/** Binds the member's next spin to a fresh seed and this wheel. @returns the seed */
export async function bindTo(trx: Trx, memberId: bigint, wheelId: bigint): Promise<Buffer> {
  const seed = { server_seed: randomBytes(SEED_BYTES), wheel_id: wheelId };
  await trx
    .insertInto('spin_seed')
    .values({ member_id: memberId, ...seed })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(seed))
    .execute();
  return seed.server_seed;
}

async function nextNonce(trx: Trx, memberId: bigint): Promise<number> {
  const last = await trx
    .selectFrom('spin')
    .select('nonce')
    .where('member_id', '=', memberId)
    .orderBy('nonce', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (last?.nonce ?? 0) + 1;
}

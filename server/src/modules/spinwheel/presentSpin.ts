import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Selectable } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import type { Spin } from '../../database/schemaTypes.ts';
import { hashSeed } from './draw.ts';
import { inLanguage, readWheel, type SliceRow } from './wheel.ts';

export type SpinRow = Selectable<Spin>;
export type SpinAnswer = ResponseOf<Contract['POST /api/spinwheel/spin']>;

/** The answer of a new or repeated spin: the prize, and everything needed to repeat the draw. */
export async function presentSpin(trx: Trx, spin: SpinRow, language: Language): Promise<SpinAnswer> {
  const { slices } = await readWheel(trx, spin.wheel_id);
  const won = slices.find(({ position }) => position === spin.position) as SliceRow;
  const coupon = await trx
    .selectFrom('coupon')
    .select('code')
    .where('spin_id', '=', spin.id)
    .executeTakeFirst();
  return {
    code: won.code,
    label: inLanguage(won.label, language),
    remainingCoin: spin.remaining_coin,
    prize: {
      type: won.prize as SpinAnswer['prize']['type'],
      amount: won.prize === 'coins' ? Number(won.amount) : bahtFromSatang(won.amount),
      coupon: coupon?.code ?? null,
    },
    serverSeed: spin.server_seed.toString('hex'),
    serverSeedHash: hashSeed(spin.server_seed).toString('hex'),
    clientSeed: spin.client_seed,
    nonce: spin.nonce,
    slice: slices.map(({ code, weight }) => ({ code, weight })),
    nextServerSeedHash: spin.next_hash.toString('hex'),
  };
}

import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import type { Trx } from '../../database/connect.ts';
import { commitmentOf, lockCoins } from './commitment.ts';
import { hashSeed } from './draw.ts';
import { inLanguage, readWheel } from './wheel.ts';

/** The wheel, the member's coins and what binds the next spin (SPN-01). @throws AppError NO_DATA */
export async function showWheel(
  trx: Trx,
  memberId: bigint,
  language: Language,
): Promise<ResponseOf<Contract['GET /api/spinwheel/setup']>> {
  const userCoin = await lockCoins(trx, memberId);
  const { serverSeed, wheelId, nonce } = await commitmentOf(trx, memberId, 'showing');
  const { name, slices } = await readWheel(trx, wheelId);
  return {
    activeSpinwheel: {
      name: inLanguage(name, language),
      slice: slices.map(({ code, label, bg_color, text_color, weight }) => ({
        code,
        label: inLanguage(label, language),
        bgColor: bg_color,
        textColor: text_color,
        weight,
      })),
    },
    userCoin,
    serverSeedHash: hashSeed(serverSeed).toString('hex'),
    nonce,
  };
}

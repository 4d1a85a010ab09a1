import type { Satang } from '@krapao/contract/money';
import type { Trx } from '../../database/connect.ts';
import { ensureHouseAccount, ensureMemberAccount } from '../../ledger/account.ts';
import { keyFrom } from '../../ledger/key.ts';
import { post } from '../../ledger/post.ts';
import { writeEntry } from '../statement/writeEntry.ts';
import type { WheelText } from './wheel.ts';

export interface Win {
  memberId: bigint;
  /** The house account that pays: the wheel at once, the coupon when it is claimed. */
  house: 'wheel' | 'coupon';
  /** The id of the spin or the coupon, which is paid once. */
  id: string;
  amount: Satang;
  /** Its name on the statement. */
  description: WheelText;
}

/** Credits a win of the wheel or a coupon to the wallet, and writes it on the statement. */
export async function creditWin(trx: Trx, { memberId, house, id, amount, description }: Win): Promise<void> {
  const cause = house === 'wheel' ? `spin:${id}` : `coupon:${id}`;
  await post(trx, {
    key: keyFrom(house, id),
    code: house === 'wheel' ? 'wheel_prize' : 'coupon',
    debit: await ensureHouseAccount(trx, house),
    credit: await ensureMemberAccount(trx, memberId, 'wallet'),
    amount,
    actor: `member:${memberId}`,
    cause,
  });
  await writeEntry(trx, {
    memberId,
    cause,
    type: 'bonus',
    status: 'SUCCESS',
    from: house === 'wheel' ? 'WHEEL' : 'COUPON',
    to: 'WALLET',
    amount,
    detail: { luckydraw: { description } },
  });
}

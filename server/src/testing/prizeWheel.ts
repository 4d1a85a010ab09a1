import { writeSetting } from '../settings/settings.ts';
import type { TestServer } from './testServer.ts';

export interface TestSlice {
  code: string;
  weight?: number;
  prize?: 'nothing' | 'coins' | 'money' | 'coupon';
  /** Coins, or satang. */
  amount?: bigint;
  couponType?: 'money' | 'bonus';
}

/** Switches the prize wheel on or off. */
export async function switchWheel(server: TestServer, isActive: boolean, couponDays = 7): Promise<void> {
  await server.owner
    .transaction()
    .execute((trx) => writeSetting(trx, 'spinwheel', { isActive, couponDays }, 'test'));
  await server.settings.reload();
}

/** Replaces the current wheel by one with these slices. @returns its id */
export async function replaceWheel(server: Pick<TestServer, 'db'>, slices: TestSlice[]): Promise<bigint> {
  return server.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('prize_wheel')
      .values({ code: crypto.randomUUID(), name: inThree('wheel') })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('prize_slice')
      .values(
        slices.map(({ code, weight = 1, prize = 'nothing', amount = 0n, couponType }, position) => ({
          wheel_id: id,
          position,
          code,
          label: inThree(`label of ${code}`),
          name: inThree(`name of ${code}`),
          description: inThree(`<p>${code}</p>`),
          bg_color: '#2a1f2e',
          text_color: '#f3e7cf',
          weight,
          prize,
          amount,
          coupon_type: prize === 'coupon' ? (couponType ?? 'money') : null,
        })),
      )
      .execute();
    return id;
  });
}

const inThree = (text: string) => JSON.stringify({ th: `${text} th`, la: `${text} la`, en: `${text} en` });

/** Sets how many coins a member has. */
export async function giveCoins(server: TestServer, memberId: bigint, coin: number): Promise<void> {
  await server.db.updateTable('member').set({ coin }).where('id', '=', memberId).execute();
}

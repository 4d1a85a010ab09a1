import { bangkokDay } from '@krapao/contract/bangkokTime';
import { clock } from '../../../clock.ts';
import type { Trx } from '../../../database/connect.ts';
import { notify } from '../../notifications/notify.ts';
import { depositRooms } from './depositLimit.ts';
import type { Room } from './limitReached.ts';
import { playRooms } from './playLimit.ts';

/** Tells the member of each deposit limit that is used up, once a day. */
export async function tellDepositReached(trx: Trx, memberId: bigint): Promise<void> {
  await tell(trx, memberId, await depositRooms(trx, memberId, { countsWaiting: false }));
}

/** Tells the member of each limit of losses, stakes and time that is used up, once a day. */
export async function tellPlayReached(trx: Trx, memberId: bigint): Promise<void> {
  await tell(trx, memberId, await playRooms(trx, memberId, { isTold: true }));
}

async function tell(trx: Trx, memberId: bigint, rooms: readonly Room[]): Promise<void> {
  const today = bangkokDay(clock.date());
  for (const { limit, room } of rooms)
    if (room <= 0n) await notify(trx, { memberId, kind: 'limitReached', key: `limit:${limit.id}:${today}` });
}

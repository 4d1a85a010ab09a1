import type { Language } from '@krapao/contract/limits';
import type { Selectable } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Database, Db, Trx } from '../../database/connect.ts';
import type { Customer } from './customer.ts';

export type RoomRow = Selectable<Database['chat_room']>;

/**
 * The customer's conversation, undefined before the first message.
 * @throws AppError NO_USER for a guest whose conversation went to a member
 */
export async function findRoom(db: Db | Trx, customer: Customer): Promise<RoomRow | undefined> {
  const room = await db
    .selectFrom('chat_room')
    .selectAll()
    .$call((query) =>
      'memberId' in customer
        ? query.where('member_id', '=', customer.memberId)
        : query.where('guest_id', '=', customer.guestId),
    )
    .executeTakeFirst();
  if (room) refuseSpent(room, customer);
  return room;
}

/** The customer's conversation, locked; created if there is none. @throws AppError NO_USER as findRoom does */
export async function lockRoom(trx: Trx, customer: Customer, language: Language): Promise<RoomRow> {
  await trx
    .insertInto('chat_room')
    .values({
      language,
      ...('memberId' in customer ? { member_id: customer.memberId } : { guest_id: customer.guestId }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const found = await findRoom(trx, customer);
  if (found === undefined) throw new Error('the room has just been made');
  const room = await lockRoomById(trx, found.id);
  // The guest may have logged in while we waited for the lock.
  refuseSpent(room, customer);
  return room;
}

/** A conversation by its id, locked. @throws AppError NO_DATA */
export async function lockRoomById(trx: Trx, roomId: bigint): Promise<RoomRow> {
  const room = await trx
    .selectFrom('chat_room')
    .selectAll()
    .where('id', '=', roomId)
    .forUpdate()
    .executeTakeFirst();
  if (room === undefined) throw new AppError('NO_DATA', 'no such room');
  return room;
}

/** The customer of the conversation. */
export function customerOf(room: Pick<RoomRow, 'member_id' | 'guest_id'>): Customer {
  return room.member_id === null ? { guestId: room.guest_id ?? '' } : { memberId: room.member_id };
}

function refuseSpent({ member_id, adopted_by }: RoomRow, customer: Customer): void {
  if ('guestId' in customer && (member_id !== null || adopted_by !== null))
    throw new AppError('NO_USER', 'the guest logged in');
}

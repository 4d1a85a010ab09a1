import type { Db } from '../../database/connect.ts';
import type { Realtime } from '../../realtime/realtime.ts';
import type { MessageRow } from './appendMessage.ts';
import { operatorsRoom, roomName } from './customer.ts';
import { presentMessage } from './presentMessage.ts';
import { customerOf, type RoomRow } from './room.ts';
import { summarizeRoom } from './roomSummary.ts';

/** What an announcement needs; the context contains all of it. */
interface Announcer {
  db: Db;
  realtime: Realtime;
  secrets: { signedLink: Buffer };
  settings: { get(key: 'chat'): { prefix: string } };
}

/** Sends new messages to the room's sockets, and the room to the operators' inbox. Call it after the commit. */
export async function announceMessages(
  context: Announcer,
  room: RoomRow,
  messages: readonly MessageRow[],
): Promise<void> {
  const { prefix } = context.settings.get('chat');
  const name = roomName(prefix, customerOf(room));
  for (const message of messages)
    context.realtime.emit(name, 'messaging', presentMessage(room, message, context.secrets.signedLink));
  // An author has read the messages before.
  if (messages.some(({ sender }) => sender === 'operator'))
    context.realtime.emit(name, 'read', { room: name, by: 'operator', position: room.operator_read });
  await announceRoom(context, room.id);
}

/** Announces to both sides that one of them has read. Call it after the commit. */
export async function announceRead(
  context: Announcer,
  room: RoomRow,
  by: 'customer' | 'operator',
): Promise<void> {
  const name = roomName(context.settings.get('chat').prefix, customerOf(room));
  const position = by === 'customer' ? room.customer_read : room.operator_read;
  context.realtime.emit(name, 'read', { room: name, by, position });
  await announceRoom(context, room.id);
}

/** Sends the room's current state to the operators' inbox. Call it after the commit. */
export async function announceRoom(context: Announcer, roomId: bigint): Promise<void> {
  const { prefix } = context.settings.get('chat');
  const summary = await summarizeRoom(context.db, roomId, { prefix, linkKey: context.secrets.signedLink });
  if (summary) context.realtime.emit(operatorsRoom(prefix), 'room', summary);
}

/** Announces to the operators' inbox that a guest's room was merged into a member's. Call it after the commit. */
export function announceRemoved(context: Announcer, roomId: bigint): void {
  context.realtime.emit(operatorsRoom(context.settings.get('chat').prefix), 'removed', String(roomId));
}

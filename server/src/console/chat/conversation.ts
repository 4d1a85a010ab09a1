import type { Language } from '@krapao/contract/limits';
import type { Skill } from '@krapao/contract/skills';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Trx } from '../../database/connect.ts';
import { appendMessage, type MessageRow } from '../../modules/chat/appendMessage.ts';
import {
  assignRoom,
  closeRoom,
  type OperatorContent,
  sendAsOperator,
} from '../../modules/chat/operatorVerbs.ts';
import { lockRoomById, type RoomRow } from '../../modules/chat/room.ts';
import { messageOf } from '../../modules/chat/sendMessage.ts';
import { keepForSkill } from '../../modules/chat/skills.ts';
import type { SettingValue } from '../../settings/schema.ts';
import type { Recorder } from '../act.ts';
import { mayAnswer } from './desk.ts';

interface Verb {
  roomId: bigint;
  operator: Operator;
}

/**
 * Sends an operator's message; the conversation is then open and assigned to them, so that two operators never answer
 * the same one. Announce `messages`, which is empty for a repeat, after the commit.
 * @throws AppError NO_DATA, INVALID_REQUEST, QUEUE_TAKEN while it is assigned to another
 */
export async function answerRoom(
  trx: Trx,
  recorder: Recorder,
  {
    roomId,
    operator,
    content,
    clientId,
    settings,
  }: Verb & { content: OperatorContent; clientId: string; settings: SettingValue<'chat'> },
): Promise<{ room: RoomRow; messages: MessageRow[]; message: MessageRow }> {
  const before = await lockRoomById(trx, roomId);
  const me = operator.id;
  const known = await messageOf(trx, roomId, clientId);
  if (known !== undefined) {
    if (known.operator_id !== me) throw new AppError('IDEMPOTENCY_MISMATCH');
    return { room: before, messages: [], message: known };
  }
  const isTaken = await takeLocked(trx, recorder, before, me);
  const sent = await sendAsOperator(trx, {
    roomId,
    operatorId: me,
    name: operator.name,
    content,
    clientId,
    sessionHours: settings.sessionHours,
  });
  const [message] = sent.messages;
  if (message === undefined) throw new Error('a new message was not sent');
  if (isTaken && before.status === 'closed') {
    await recorder({ action: 'chat.reopen', ...subjectOf(before), after: { assignedTo: me } });
  }
  return { ...sent, message };
}

/** Assigns an unassigned conversation. @throws AppError NO_DATA, QUEUE_TAKEN while it is assigned to another */
export async function takeRoom(trx: Trx, recorder: Recorder, { roomId, operator }: Verb): Promise<void> {
  await takeLocked(trx, recorder, await lockRoomById(trx, roomId), operator.id);
}

/**
 * Hands any conversation over to an operator who may answer, or back to the queue: with a skill to those who have it and are
 * present. The customer is told that somebody else takes over. Announce `messages` after the commit.
 * @returns isKept: of a skill, whether those who have it see it first; otherwise everybody does
 * @throws AppError NO_DATA without such a conversation or operator, INVALID_REQUEST for a skill and an operator at once,
 * or for a skill of a closed conversation
 */
export async function handOverRoom(
  trx: Trx,
  recorder: Recorder,
  { roomId, to, skill, reason, settings }: HandOver,
): Promise<{ room: RoomRow; messages: MessageRow[]; isKept: boolean | null }> {
  const room = await lockRoomById(trx, roomId);
  if (skill !== undefined && (to !== null || room.status === 'closed')) throw new AppError('INVALID_REQUEST');
  if (to !== null && !(await mayAnswer(trx, to))) throw new AppError('NO_DATA', 'no such operator');
  await assignRoom(trx, { roomId, to });
  const isKept =
    skill === undefined ? null : await keepForSkill(trx, { roomId, skill, minutes: settings.skillMinutes });
  const words = settings.words[room.language as Language];
  const after = await lockRoomById(trx, roomId);
  const messages =
    skill === undefined || words === ''
      ? []
      : [
          await appendMessage(trx, after, {
            author: { sender: 'system' },
            content: { message_type: 'text', payload: { text: words } },
          }),
        ];
  await recorder({
    action: 'chat.handOver',
    ...subjectOf(room),
    before: { assignedTo: room.assigned_to },
    after: { assignedTo: to, ...(skill !== undefined && { skill }) },
    ...(reason === undefined ? {} : { reason }),
  });
  return { room: after, messages, isKept };
}

interface HandOver {
  roomId: bigint;
  to: bigint | null;
  skill: Skill | undefined;
  reason: string | undefined;
  settings: SettingValue<'chatHandOver'>;
}

/**
 * Closes a conversation and asks for a rating. Announce `messages` after the commit.
 * @throws AppError NO_DATA, QUEUE_TAKEN while it is assigned to another, ALREADY_DECIDED if it is closed
 */
export async function endRoom(
  trx: Trx,
  recorder: Recorder,
  { roomId, operator, settings }: Verb & { settings: SettingValue<'chat'> },
): Promise<{ room: RoomRow; messages: MessageRow[] }> {
  const room = await lockRoomById(trx, roomId);
  const me = operator.id;
  if (room.status === 'closed') throw new AppError('ALREADY_DECIDED');
  if (isOfAnother(room, me)) throw new AppError('QUEUE_TAKEN');
  await recorder({
    action: 'chat.close',
    ...subjectOf(room),
    before: { status: room.status, assignedTo: room.assigned_to },
    after: { status: 'closed' },
  });
  return closeRoom(trx, { roomId, operatorId: me, settings });
}

/** A closed conversation is unassigned. */
function isOfAnother(room: RoomRow, operatorId: bigint): boolean {
  return room.status === 'open' && room.assigned_to !== null && room.assigned_to !== operatorId;
}

/** Assigns a locked conversation to the operator. @returns whether it was not assigned to them before */
async function takeLocked(trx: Trx, recorder: Recorder, room: RoomRow, me: bigint): Promise<boolean> {
  if (isOfAnother(room, me)) throw new AppError('QUEUE_TAKEN');
  if (room.assigned_to === me && room.status === 'open') return false;
  await assignRoom(trx, { roomId: room.id, to: me });
  await recorder({
    action: 'chat.assign',
    ...subjectOf(room),
    before: { assignedTo: room.assigned_to },
    after: { assignedTo: me },
  });
  return true;
}

function subjectOf(room: RoomRow) {
  return {
    subject: `chat:${room.id}`,
    ...(room.member_id === null ? {} : { memberId: room.member_id }),
  };
}

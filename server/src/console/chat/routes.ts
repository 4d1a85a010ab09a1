import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { announceMessages, announceRead, announceRoom } from '../../modules/chat/announce.ts';
import { operatorsRoom } from '../../modules/chat/customer.ts';
import { listHistory } from '../../modules/chat/listHistory.ts';
import { listRooms } from '../../modules/chat/listRooms.ts';
import { addNote, markReadByOperator, type OperatorContent } from '../../modules/chat/operatorVerbs.ts';
import { presentMessage } from '../../modules/chat/presentMessage.ts';
import type { RoomRow } from '../../modules/chat/room.ts';
import { type FileKind, receiveFile, storeFile } from '../../modules/chat/storeFile.ts';
import { operatorTurn } from '../../parsing/turns.ts';
import { signOperatorTicket } from '../../realtime/operatorTicket.ts';
import { act } from '../act.ts';
import { record } from '../audit.ts';
import { lookAtMember } from '../members/lookAtMember.ts';
import { asSeenBy } from '../members/privateData.ts';
import { addAnswer, editAnswer, orderAnswers, removeAnswer } from './cannedAnswers.ts';
import { answerRoom, endRoom, handOverRoom, takeRoom } from './conversation.ts';
import { showDesk } from './desk.ts';
import { placeholderValues } from './placeholders.ts';
import { showRoom } from './showRoom.ts';

/** The operators' chat inbox. */
export function operatorChatRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, files, secrets, settings } = context;
  const presentation = () => ({ prefix: settings.get('chat').prefix, linkKey: secrets.signedLink });

  bind(app, context, 'GET /api/console/chat/desk', () => showDesk(db));
  bind(app, context, 'POST /api/console/chat/ticket', async ({ operator }) => ({
    ticket: signOperatorTicket(secrets.signedLink, {
      operatorId: String(operator.id),
      session: operator.tokenHash.toString('hex'),
    }),
    inbox: operatorsRoom(settings.get('chat').prefix),
  }));
  bind(app, context, 'POST /api/console/chat/rooms', ({ operator, body }) =>
    listRooms(db, { ...body, operatorId: operator.id, role: operator.role }, presentation()),
  );
  bind(app, context, 'GET /api/console/chat/rooms/:id', async ({ params, language, operator, ip }) => {
    const shown = await showRoom(db, BigInt(params.id), { language, presentation: presentation() });
    if (shown.member !== null) await lookAtMember(db, { operator, ip }, BigInt(shown.member.id));
    return asSeenBy(operator.role, shown);
  });
  bind(app, context, 'POST /api/console/chat/rooms/:id/history', async ({ params, body }) => {
    const room = await findRoom(params.id);
    const messages = await listHistory(db, room.id, body);
    return messages.map((message) => presentMessage(room, message, secrets.signedLink));
  });

  bind(app, context, 'POST /api/console/chat/rooms/:id/messages', async (call) => {
    const { operator, ip, params, body } = call;
    // Messages are their own record; the audit log records only the assignment of a conversation.
    const { room, messages, message } = await db.transaction().execute((trx) =>
      answerRoom(trx, (action) => record(trx, { operator, ip }, action), {
        roomId: BigInt(params.id),
        operator,
        content: contentOf(body.message),
        clientId: body.clientId,
        settings: settings.get('chat'),
      }),
    );
    if (messages.length > 0) await announceMessages(context, room, messages);
    return presentMessage(room, message, secrets.signedLink);
  });

  async function upload(
    { request, operator, params }: { request: FastifyRequest; operator: Operator; params: { id: string } },
    kind: FileKind,
  ): Promise<{ path: string }> {
    const room = await findRoom(params.id);
    const received = await receiveFile(request, kind);
    return {
      path: await storeFile(db, files, {
        roomId: room.id,
        kind,
        upload: received,
        taker: operatorTurn(operator.id),
      }),
    };
  }
  bind(app, context, 'POST /api/console/chat/rooms/:id/upload-image', (call) => upload(call, 'image'));
  bind(app, context, 'POST /api/console/chat/rooms/:id/upload-video', (call) => upload(call, 'video'));

  bind(app, context, 'PUT /api/console/chat/rooms/:id/read', async ({ params }) => {
    const changed = await db
      .transaction()
      .execute((trx) => markReadByOperator(trx, { roomId: BigInt(params.id) }));
    if (changed) await announceRead(context, changed, 'operator');
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/console/chat/rooms/:id/take', async ({ operator, ip, params }) => {
    const roomId = BigInt(params.id);
    // Taking a conversation that is already one's own is no action.
    await db
      .transaction()
      .execute((trx) =>
        takeRoom(trx, (action) => record(trx, { operator, ip }, action), { roomId, operator }),
      );
    await announceRoom(context, roomId);
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/console/chat/rooms/:id/hand-over', async (call) => {
    const { params, body } = call;
    const roomId = BigInt(params.id);
    const to = body.to === null ? null : BigInt(body.to);
    const { room, messages, isKept } = await act(context, call, (trx, recorder) =>
      handOverRoom(trx, recorder, {
        roomId,
        to,
        skill: body.skill,
        reason: body.reason,
        settings: settings.get('chatHandOver'),
      }),
    );
    await announceMessages(context, room, messages);
    return { code: 'OK', isKept };
  });
  bind(app, context, 'POST /api/console/chat/rooms/:id/close', async (call) => {
    const { operator, params } = call;
    const { room, messages } = await act(context, call, (trx, recorder) =>
      endRoom(trx, recorder, { roomId: BigInt(params.id), operator, settings: settings.get('chat') }),
    );
    if (messages.length > 0) await announceMessages(context, room, messages);
    else await announceRoom(context, room.id);
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/console/chat/rooms/:id/notes', async ({ operator, params, body }) => {
    await db.transaction().execute((trx) =>
      addNote(trx, {
        roomId: BigInt(params.id),
        operatorId: operator.id,
        text: body.text,
      }),
    );
    await announceRoom(context, BigInt(params.id));
    return { code: 'OK' };
  });

  bind(app, context, 'GET /api/console/chat/rooms/:id/placeholders', async ({ operator, ip, params }) => {
    const values = await placeholderValues(db, BigInt(params.id), {
      site: settings.get('site').name,
      operatorName: operator.name,
    });
    if (values.memberId !== null) await lookAtMember(db, { operator, ip }, BigInt(values.memberId));
    return values;
  });
  bind(app, context, 'POST /api/console/chat/answers', (call) =>
    act(context, call, (trx, recorder) => addAnswer(trx, recorder, call.body)),
  );
  bind(app, context, 'PUT /api/console/chat/answers/order', async (call) => {
    await act(context, call, (trx, recorder) => orderAnswers(trx, recorder, call.body.items));
    return { code: 'OK' };
  });
  bind(app, context, 'PUT /api/console/chat/answers/:id', (call) =>
    act(context, call, (trx, recorder) =>
      editAnswer(trx, recorder, { id: BigInt(call.params.id), terms: call.body }),
    ),
  );
  bind(app, context, 'DELETE /api/console/chat/answers/:id', async (call) => {
    await act(context, call, (trx, recorder) => removeAnswer(trx, recorder, BigInt(call.params.id)));
    return { code: 'OK' };
  });

  async function findRoom(id: string): Promise<RoomRow> {
    const room = await db.selectFrom('chat_room').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
    if (room === undefined) throw new AppError('NO_DATA', 'no such room');
    return room;
  }
}

/** Only known fields are stored. */
function contentOf(message: OperatorContent): OperatorContent {
  if (message.message_type === 'quick_replies') {
    const { text, quick_replies } = message.payload;
    return {
      message_type: 'quick_replies',
      payload: { text, quick_replies: quick_replies.map(({ title, payload }) => ({ title, payload })) },
    };
  }
  if (message.message_type === 'text') {
    const { text, rowId } = message.payload;
    return { message_type: 'text', payload: { text, ...(rowId !== undefined && { rowId }) } };
  }
  return message;
}

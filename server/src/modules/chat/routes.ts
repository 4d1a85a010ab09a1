import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../appError.ts';
import { bind } from '../../calls/bind.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { addressKey } from '../../http/addressKey.ts';
import { countWithin } from '../../http/rateCounter.ts';
import { withUpload } from '../../http/receiveUpload.ts';
import { requestLanguage } from '../../http/requestLanguage.ts';
import { guestTurn, memberTurn } from '../../parsing/turns.ts';
import { adoptGuest } from './adoptGuest.ts';
import { announceMessages, announceRead, announceRemoved, announceRoom } from './announce.ts';
import { askBot, botNow } from './askBot.ts';
import { type Customer, customerKey, identifyCustomer } from './customer.ts';
import { isOurGuest, newGuest } from './guestToken.ts';
import { listHistory } from './listHistory.ts';
import { countUnread, markRead } from './markRead.ts';
import { openingAt } from './openingHours.ts';
import { presentMessage } from './presentMessage.ts';
import { findRoom, lockRoom } from './room.ts';
import { sendMessage } from './sendMessage.ts';
import { type FileKind, receiveFile, storeFile } from './storeFile.ts';

const SENDS = { name: 'chat-send', limit: 30, seconds: 60 };
const READS = { name: 'chat-history', limit: 120, seconds: 60 };
const UPLOADS = { name: 'chat-upload', limit: 20, seconds: 600 };
/** Guests cost nothing to create, so new conversations are limited by address. */
const GUEST_SENDS = { name: 'chat-guest', limit: 60, seconds: 60 };
const GUEST_UPLOADS = { name: 'chat-guest-upload', limit: 30, seconds: 600 };

/** Chat for members and visitors (CHT-01 to CHT-08). */
export function chatRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings, secrets } = context;
  const { files } = context;

  /** The caller, if the chat is switched on. @throws AppError NO_DATA while it is off */
  async function customerOf(request: FastifyRequest, claim: Parameters<typeof identifyCustomer>[2]) {
    if (!settings.get('chatWidget').isEnabled) throw new AppError('NO_DATA', 'the chat is switched off');
    return identifyCustomer(context, request, claim);
  }

  async function limit(
    { ip }: FastifyRequest,
    customer: Customer,
    own: typeof SENDS,
    ofAddress: typeof SENDS,
  ): Promise<void> {
    await countWithin(db, own, customerKey(customer));
    if ('guestId' in customer) await countWithin(db, ofAddress, addressKey(ip));
  }

  bind(app, context, 'GET /api/chat/config', async ({ request }) => {
    const { prefix, openingHours } = settings.get('chat');
    const { isOpen, opensAt } = openingAt(openingHours, clock.date());
    const common = {
      PREFIX: prefix,
      isOpen,
      opensAt: opensAt?.toISOString() ?? null,
      answersWithinMinutes: settings.get('promises').chats,
    };
    if (request.headers.authorization === undefined)
      return { ...common, guest: newGuest(secrets.guest), userId: null, unread: 0, lastMessageAt: null };
    const customer = await identifyCustomer(context, request, {});
    return db.transaction().execute(async (trx) => {
      const room = await findRoom(trx, customer);
      return {
        ...common,
        guest: null,
        userId: 'memberId' in customer ? String(customer.memberId) : null,
        unread: room ? await countUnread(trx, room) : 0,
        lastMessageAt: room?.last_message_at?.toISOString() ?? null,
      };
    });
  });

  bind(app, context, 'POST /api/chat/send-message', async ({ request, body, language }) => {
    const customer = await customerOf(request, body);
    await limit(request, customer, SENDS, GUEST_SENDS);
    const bot = botNow(context);
    const sent = await db.transaction().execute((trx) =>
      sendMessage(trx, {
        customer,
        content: body.message,
        clientId: body.clientId,
        language,
        settings: settings.get('chat'),
        botSeconds: bot?.port.answerSeconds,
      }),
    );
    if (sent.messages.length > 0) await announceMessages(context, sent.room, sent.messages);
    // The customer's message stands, whatever the bot does.
    if (bot && sent.turn !== 'person') void askBot(context, bot, sent.room, sent.turn);
    return sent.createdAt.toISOString();
  });

  bind(app, context, 'POST /api/chat/history', async ({ request, body }) => {
    const customer = await customerOf(request, body);
    await countWithin(db, READS, customerKey(customer));
    const room = await findRoom(db, customer);
    const messages = room ? await listHistory(db, room.id, body) : [];
    return room ? messages.map((message) => presentMessage(room, message, secrets.signedLink)) : [];
  });

  bind(app, context, 'PUT /api/chat/read-customer/', async ({ request, body }) => {
    const room = await findRoom(db, await customerOf(request, body));
    const changed = room && (await db.transaction().execute((trx) => markRead(trx, room.id, 'customer')));
    if (changed) await announceRead(context, changed, 'customer');
    return { code: 'OK' as const };
  });

  async function upload(request: FastifyRequest, kind: FileKind): Promise<{ path: string }> {
    // A caller who may not upload is refused before the file is read; a guest's token is in the form before the file.
    const admit = async (claim: Parameters<typeof customerOf>[1]) => {
      const admitted = await customerOf(request, claim);
      await limit(request, admitted, UPLOADS, GUEST_UPLOADS);
      return admitted;
    };
    let customer = request.headers.authorization === undefined ? undefined : await admit({});
    const received = await receiveFile(request, kind, async (fields) => {
      customer ??= await admit(fields);
    });
    return withUpload(received, async () => {
      if (customer === undefined) throw new AppError('UNAUTHORIZED');
      const who = customer;
      const language = requestLanguage(request, context.config.variant);
      const room = await db.transaction().execute((trx) => lockRoom(trx, who, language));
      return {
        path: await storeFile(db, files, {
          roomId: room.id,
          kind,
          upload: received,
          taker: 'memberId' in who ? memberTurn(who.memberId) : guestTurn(addressKey(request.ip)),
        }),
      };
    });
  }
  bind(app, context, 'POST /api/chat/upload-image', ({ request }) => upload(request, 'image'));
  bind(app, context, 'POST /api/chat/upload-video', ({ request }) => upload(request, 'video'));

  bind(app, context, 'POST /api/chat/adopt-guest', async ({ session, body }) => {
    if (!isOurGuest(secrets.guest, body)) throw new AppError('NO_USER');
    const { room, removed } = await db
      .transaction()
      .execute((trx) => adoptGuest(trx, session.memberId, body.guestId));
    if (room) await announceRoom(context, room.id);
    if (removed !== undefined) announceRemoved(context, removed);
    return { code: 'OK' as const };
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@krapao/contract/client';
import { readConfig } from '../config.ts';
import type { Db } from '../database/connect.ts';
import { announceMessages, announceRead } from '../modules/chat/announce.ts';
import { markReadByOperator, type OperatorContent, sendAsOperator } from '../modules/chat/operatorVerbs.ts';
import type { SettingKey, SettingValue } from '../settings/schema.ts';
import { writeSetting } from '../settings/settings.ts';
import { startServer } from '../startServer.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './freePort.ts';
import { newNumbers } from './memberNumbers.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const START_WITHIN_MS = 60_000;

export interface ChatNodes {
  /** A node in its own process; customers are connected there. */
  customerUrl: string;
  /** Its process id. */
  customerPid: number;
  /** Another node of the same site, in this process. */
  operatorUrl: string;
  db: Db;
  databaseUrl: string;
  /** Writes to a conversation on the operators' node; by default to the one with the newest message. */
  operatorSays(content: string | OperatorContent, roomId?: bigint): Promise<void>;
  /** Marks that conversation as read by an operator. */
  operatorReads(): Promise<void>;
  /** Registers a member and logs in. */
  member(): Promise<ChatMember>;
  /** Switches the chat on or off, on both nodes. */
  enable(isEnabled: boolean): Promise<void>;
  stop(): Promise<void>;
}

export interface ChatMember {
  id: string;
  phoneNumber: string;
  password: string;
  token: string;
  client: Client;
}

/**
 * Two nodes of one site, in two processes on one database: a message on one node must reach the other.
 * @param clusterUrl in a Vitest file: OWN_CLUSTER
 */
export async function startChatNodes(
  clusterUrl: string,
  environment: Record<string, string> = {},
): Promise<ChatNodes> {
  const database = await createTestDatabase(clusterUrl);
  const dataFolder = await mkdtemp(join(tmpdir(), 'krapao-nodes-'));
  const shared = {
    KRAPAO_DATA: dataFolder,
    KRAPAO_SECRET: randomBytes(32).toString('hex'),
    SANDBOX_SECRET: randomBytes(16).toString('hex'),
    DATABASE_URL: database.url,
    KRAPAO_LOG_LEVEL: 'fatal',
    // Set by hand to run the same tests over Redis (docs/decisions/115-chat.md).
    ...(process.env.REDIS_URL && { REDIS_URL: process.env.REDIS_URL }),
    ...environment,
  };
  const operatorEnv = { ...shared, PORT: String(await freePort()) };
  const operatorNode = await startServer(readConfig(operatorEnv), operatorEnv);
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...shared, PORT: String(await freePort()) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const customerUrl = await addressOf(child);
  const { context } = operatorNode;

  await setSetting('registration', { otp: false });

  async function setSetting<K extends SettingKey>(key: K, value: SettingValue<K>): Promise<void> {
    await database.owner.transaction().execute((trx) => writeSetting(trx, key, value, 'test'));
    await operatorNode.settings.reload();
  }

  // The first administrator, made at the start.
  const operator = await database.owner.selectFrom('operator').select('id').executeTakeFirstOrThrow();

  async function newestRoom(): Promise<bigint> {
    const { id } = await operatorNode.db
      .selectFrom('chat_room')
      .select('id')
      .orderBy('last_message_at', (order) => order.desc().nullsLast())
      .executeTakeFirstOrThrow();
    return id;
  }

  return {
    customerUrl,
    customerPid: child.pid ?? 0,
    operatorUrl: operatorNode.url,
    db: operatorNode.db,
    databaseUrl: database.url,
    operatorSays: async (said, given) => {
      const content: OperatorContent =
        typeof said === 'string' ? { message_type: 'text', payload: { text: said } } : said;
      const roomId = given ?? (await newestRoom());
      const request = {
        roomId,
        operatorId: operator.id,
        name: 'พลอย',
        content,
        clientId: randomUUID(),
        sessionHours: 12,
      };
      const { room, messages } = await operatorNode.db
        .transaction()
        .execute((trx) => sendAsOperator(trx, request));
      await announceMessages(context, room, messages);
    },
    operatorReads: async () => {
      const roomId = await newestRoom();
      const room = await operatorNode.db.transaction().execute((trx) => markReadByOperator(trx, { roomId }));
      if (room) await announceRead(context, room, 'operator');
    },
    member: async () => {
      const clientOf = (token: string | null) =>
        createClient({ baseUrl: operatorNode.url, getToken: () => token, getLanguageTag: () => 'th' });
      const { phoneNumber, bankAccountNo } = newNumbers();
      const password = 'correct horse 9';
      const visitor = clientOf(null);
      await visitor('POST /api/account', {
        body: {
          name: 'ณัฐกานต์ ศรีสุข',
          username: phoneNumber,
          password,
          bankCode: 'KBANK',
          bankAccountName: 'NATTHAKAN SRISUK',
          bankAccountNo,
        },
      });
      const { token } = await visitor('POST /api/login', { body: { username: phoneNumber, password } });
      const client = clientOf(token);
      const { _id } = await client('GET /api/account/profile');
      return { id: _id, phoneNumber, password, token, client };
    },
    enable: async (isEnabled) => {
      await setSetting('chatWidget', { isEnabled });
      const visitor = createClient({
        baseUrl: customerUrl,
        getToken: () => null,
        getLanguageTag: () => 'th',
      });
      while ((await visitor('GET /api/lookup/enableChatWidget')).enableChatWidget !== isEnabled);
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await operatorNode.stop();
      await database.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the node did not start in time')), START_WITHIN_MS);
    child.once('exit', (code) => reject(new Error(`the node ended with ${code}`)));
    child.on('message', (message: { url?: string }) => {
      clearTimeout(timer);
      if (message.url) resolve(message.url);
    });
  });
}

import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { clock } from '../../../clock.ts';
import { signedHeaders } from '../../../standardWebhooks.ts';
import type { BotQuestion, ChatBot } from '../../chatBot.ts';
import { driver, type TestResult } from '../../connections/driver.ts';
import { baseUrl } from '../../connections/driverSettings.ts';
import type { OutgoingHttp } from '../../connections/outgoingHttp.ts';
import { troubleOfStatus } from '../../connections/troubleOfStatus.ts';
import { readBotAnswer } from './readBotAnswer.ts';

const ANSWER_SECONDS = 8;

/** A bot behind one address: each question is a webhook in the form of Standard Webhooks, and its answer the bot's. */
export const webhookBot = driver({
  capability: 'chatBot',
  driver: 'webhook',
  title: 'Webhook',
  config: Type.Object(
    {
      baseUrl: baseUrl(),
      answerSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: ANSWER_SECONDS })),
    },
    { additionalProperties: false },
  ),
  secrets: Type.Object(
    { webhookSecret: Type.String({ pattern: '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$' }) },
    { additionalProperties: false },
  ),
  documentation: 'https://www.standardwebhooks.com',
  warnings: [],
  open: ({ config, secrets }, { http }) =>
    botAt(http, config.baseUrl, secrets.webhookSecret, config.answerSeconds ?? ANSWER_SECONDS),
});

function botAt(
  http: OutgoingHttp,
  url: string,
  secret: string,
  answerSeconds: number,
): ChatBot & { test: () => Promise<TestResult> } {
  async function post(type: 'chat.message' | 'test', { id, ...data }: BotQuestion) {
    const now = clock.date();
    const body = JSON.stringify({ type, timestamp: now.toISOString(), data });
    return http.call({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Krapao-Webhooks',
        ...signedHeaders([secret], { id, at: Math.floor(now.getTime() / 1_000), body }),
      },
      body,
      timeoutMs: answerSeconds * 1_000,
    });
  }
  async function answer(question: BotQuestion, type: 'chat.message' | 'test' = 'chat.message') {
    const answer = await post(type, question);
    if (answer.status === 'trouble') return { status: 'unknown', reason: answer.trouble } as const;
    if (answer.httpStatus !== 200)
      return { status: 'unknown', reason: troubleOfStatus(answer.httpStatus) ?? 'BAD_ANSWER' } as const;
    return readBotAnswer(answer.json) ?? ({ status: 'unknown', reason: 'BAD_ANSWER' } as const);
  }
  return {
    answerSeconds,
    answer: (question) => answer(question),
    test: async () => {
      const said = await answer(
        { id: randomUUID(), conversation: 'test', language: 'en', text: 'test' },
        'test',
      );
      return said.status === 'answered'
        ? { ok: true, detail: said.text.slice(0, 80) }
        : { ok: false, trouble: said.reason, detail: '' };
    },
  };
}

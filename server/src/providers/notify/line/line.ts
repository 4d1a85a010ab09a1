import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { driver, type TestResult } from '../../connections/driver.ts';
import { addressOf, baseUrl, Key } from '../../connections/driverSettings.ts';
import { isTrouble, type MakerReading, meaningOf, testResult } from '../../connections/makerAnswers.ts';
import type { OutgoingAnswer } from '../../connections/outgoingHttp.ts';
import type { MessageResult } from '../../messenger.ts';
import { LINE_ANSWERS } from './answers.ts';
import { lineReceiver } from './lineReceiver.ts';

const Problem = Type.Object({ message: Type.String() });
const LinkToken = Type.Object({ linkToken: Type.String({ pattern: '^[\\w.~-]{1,200}$' }) });
const Account = Type.Object({
  basicId: Type.String(),
  premiumId: Type.Optional(Type.String()),
  displayName: Type.String(),
});
const Quota = Type.Object({ type: Type.String(), value: Type.Optional(Type.Number()) });
const Used = Type.Object({ totalUsage: Type.Number() });

/** "The retry key is valid for 24 hours after attempting the first request" (docs/messaging-api/retrying-api-request). */
const RETRY_HOURS = 24;
/** Longest text message (reference, "Text message"). */
const TEXT_MAX = 5_000;
const MONTHLY_LIMIT = 'You have reached your monthly limit.';

const READING: MakerReading<'DONE' | 'REJECTED'> = {
  answers: LINE_ANSWERS,
  codeOf: ({ httpStatus, json }) =>
    httpStatus === 429 && Value.Check(Problem, json) && json.message === MONTHLY_LIMIT
      ? 'MONTHLY_LIMIT'
      : String(httpStatus),
};

/**
 * Messages of a LINE Official Account by the Messaging API, and the account link by which a member proves to own a LINE
 * user (developers.line.biz/en/reference/messaging-api, /en/docs/messaging-api/linking-accounts; the shapes are those of
 * github.com/line/line-openapi).
 */
export const line = driver({
  capability: 'notify',
  driver: 'line',
  title: 'LINE',
  config: Type.Object(
    {
      baseUrl: baseUrl('https://api.line.me'),
      basicId: Type.String({ pattern: '^@[a-z0-9._-]{1,30}$' }),
      offerText: Type.String({
        minLength: 1,
        maxLength: 500,
        default:
          'เปิดลิงก์นี้เพื่อเชื่อมต่อ LINE กับบัญชีสมาชิกของคุณ ลิงก์ใช้ได้ 10 นาที / ເປີດລິ້ງນີ້ເພື່ອເຊື່ອມຕໍ່ LINE ກັບບັນຊີສະມາຊິກຂອງທ່ານ ລິ້ງໃຊ້ໄດ້ 10 ນາທີ',
      }),
      pagesUrl: Type.Optional(baseUrl()),
    },
    { additionalProperties: false },
  ),
  secrets: Type.Object({ channelAccessToken: Key, channelSecret: Key }, { additionalProperties: false }),
  documentation: 'https://developers.line.biz/en/docs/messaging-api/',
  warnings: ['NO_GAMBLING', 'UNCONFIRMED'],
  open: ({ config, secrets }, { http }) => {
    const authorization = `Bearer ${secrets.channelAccessToken}`;
    const ask = (method: 'GET' | 'POST', path: string, body?: object, more: Record<string, string> = {}) =>
      http.call({
        method,
        url: addressOf(config.baseUrl, path),
        headers: { authorization, ...more },
        ...(body && { body }),
      });
    return {
      addUrl: addressOf(
        config.pagesUrl ?? 'https://line.me',
        `/R/ti/p/${encodeURIComponent(config.basicId)}`,
      ),
      retryHours: RETRY_HOURS,
      offerText: config.offerText,
      async send({ retryKey, to, text }) {
        const body = { to, messages: [textMessage(text)] };
        return resultOf(await ask('POST', '/v2/bot/message/push', body, { 'x-line-retry-key': retryKey }));
      },
      async issueLinkToken(userId) {
        const answer = await ask('POST', `/v2/bot/user/${encodeURIComponent(userId)}/linkToken`);
        const result = resultOf(answer);
        if (result.status !== 'sent') return result;
        const { json } = answer as { json?: unknown };
        return Value.Check(LinkToken, json)
          ? { status: 'issued', token: json.linkToken }
          : { status: 'unknown', reason: 'BAD_ANSWER' };
      },
      reply: async (replyToken, text) =>
        resultOf(await ask('POST', '/v2/bot/message/reply', { replyToken, messages: [textMessage(text)] })),
      proofUrl(linkToken, nonce) {
        const address = addressOf(config.pagesUrl ?? 'https://access.line.me', '/dialog/bot/accountLink');
        return `${address}?${new URLSearchParams({ linkToken, nonce })}`;
      },
      receiver: lineReceiver(secrets.channelSecret),
      async test(): Promise<TestResult> {
        const info = await ask('GET', '/v2/bot/info');
        const account = info.status === 'answered' && Value.Check(Account, info.json) ? info.json : undefined;
        const detail = `${account?.displayName} ${account?.basicId}`;
        const told = testResult(READING, info, () => account && { detail });
        if (!told.ok) return told;
        // The token of another account: messages would come from it.
        if (![account?.basicId, account?.premiumId].includes(config.basicId))
          return { ok: false, trouble: 'KEY_REFUSED', detail };
        const [quota, used] = [
          await ask('GET', '/v2/bot/message/quota'),
          await ask('GET', '/v2/bot/message/quota/consumption'),
        ];
        return testResult(READING, quota, (json) =>
          Value.Check(Quota, json) ? { detail, quotaLeft: leftOf(json.value, used) } : undefined,
        );
      },
    };
  },
});

const textMessage = (text: string) => ({ type: 'text', text: text.slice(0, TEXT_MAX) });

function resultOf(answer: OutgoingAnswer): MessageResult {
  if (answer.status === 'trouble') return { status: 'unknown', reason: answer.trouble };
  const meaning = meaningOf(READING, answer);
  if (meaning === 'DONE') return { status: 'sent' };
  if (meaning === 'REJECTED') return { status: 'rejected', reason: `HTTP_${answer.httpStatus}` };
  return { status: 'unknown', reason: isTrouble(meaning) ? meaning : 'BAD_ANSWER' };
}

/** Messages that are left this month; null where the account has no limit. */
function leftOf(limit: number | undefined, used: OutgoingAnswer): number | null {
  if (limit === undefined || used.status === 'trouble' || !Value.Check(Used, used.json)) return null;
  return Math.max(0, limit - used.json.totalUsage);
}

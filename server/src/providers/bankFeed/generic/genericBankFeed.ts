import { Type } from 'typebox';
import { readJson } from '../../../outsideJson.ts';
import type { FeedNews } from '../../bankReport.ts';
import { type Delivery, type DeliveryReading, OK_ANSWER } from '../../connections/delivery.ts';
import { driver } from '../../connections/driver.ts';
import { Key } from '../../connections/driverSettings.ts';
import { isProved, proofProblems } from '../../template/proof.ts';
import { readTemplate } from '../../template/readTemplate.ts';
import { momentIn, textIn } from '../../template/wireValue.ts';
import { saysZone } from '../../wireTime.ts';
import { BANK_TEXTS } from './bankTexts.ts';
import { FeedTemplate, USUAL, valueAt } from './feedSettings.ts';
import { nearestForm } from './nearestForm.ts';
import { readEvents } from './readEvents.ts';
import { knownTexts, type Notice, type NoticeReading, readNotice } from './readNotice.ts';

const BODY_MAX = 100_000;

const BEARER = { by: 'bearer' } as const;

/** Notices of bank apps and SMS that phones forward, and transfers as JSON. */
export const genericBankFeed = driver({
  capability: 'bankFeed',
  driver: 'generic',
  title: 'Phones and other feeds',
  config: Type.Object(
    {
      bank: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{2,20}$' })),
      accountNo: Type.Optional(Type.String({ pattern: '^[0-9]{5,20}$' })),
      currency: Type.Optional(Type.Union([Type.Literal('THB'), Type.Literal('LAK')])),
      silentMinutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 10_080, default: 60 })),
      template: Type.Optional(Type.String({ maxLength: 20_000, default: '{}' })),
    },
    { additionalProperties: false },
  ),
  secrets: Type.Object(
    {
      webhookSecret: Type.Optional(Key),
      clientId: Type.Optional(Key),
      clientSecret: Type.Optional(Key),
    },
    { additionalProperties: false },
  ),
  documentation:
    'https://developer.android.com/reference/android/service/notification/NotificationListenerService',
  warnings: ['UNCONFIRMED'],
  problems({ config, secrets }) {
    const problems: string[] = [];
    const template = readTemplate(FeedTemplate, config.template ?? '{}', problems);
    try {
      knownTexts(ownTexts(template));
    } catch (error) {
      problems.push(`template/texts: ${(error as Error).message}`);
    }
    if (template?.events && (config.bank === undefined || config.accountNo === undefined))
      problems.push('bank and accountNo: which account the events of the template tell of');
    problems.push(...proofProblems(template?.proof, secrets));
    // Whoever types a bearer knows it, and nobody else would: the site makes it, and two operators give it.
    if (secrets.webhookSecret !== undefined && (template?.proof ?? BEARER).by === 'bearer')
      problems.push('webhookSecret: the site makes the key of a bearer; add the service among the phones');
    return problems;
  },
  open: ({ config, secrets }) => {
    const template: FeedTemplate = readTemplate(FeedTemplate, config.template ?? '{}') ?? {};
    const own = ownTexts(template);
    const known = knownTexts(own);
    const texts = [...own, ...BANK_TEXTS];
    const proof = template.proof ?? BEARER;
    const read = (notice: Notice): NoticeReading => readNotice(known, notice, config.accountNo);
    const newsOf = (delivery: Delivery): DeliveryReading<FeedNews> => {
      const { by } = delivery;
      const alive: FeedNews = { phoneId: by?.id ?? null, reports: [], unread: 0, skipped: 0 };
      if (delivery.query.heartbeat !== undefined) return { status: 'proved', notice: alive };
      const body = documentOf(delivery);
      if (body === undefined) return { status: 'refused', reason: 'BAD_BODY' };
      if (valueAt(body, '/heartbeat') !== undefined) return { status: 'proved', notice: alive };
      if (template.events && by?.isService !== false) {
        const { bank = '', accountNo = '', currency = 'THB' } = config;
        const told = readEvents(body, template.events, { bank, accountNo, currency }, delivery.receivedAt);
        // Where nothing can be read, the template is wrong: its maker should hear it.
        const isUnreadable = told === null || (told.unread > 0 && told.reports.length + told.skipped === 0);
        return isUnreadable
          ? { status: 'refused', reason: 'BAD_BODY' }
          : { status: 'proved', notice: { ...alive, ...told } };
      }
      const notice = noticeOf(body, template, delivery.receivedAt);
      if (notice === null) return { status: 'refused', reason: 'BAD_BODY' };
      const reading = read(notice);
      const reports = reading.is === 'report' ? [reading.report] : [];
      return { status: 'proved', notice: { ...alive, reports, unread: reading.is === 'other' ? 1 : 0 } };
    };
    return {
      silentMinutes: config.silentMinutes ?? 60,
      readNotice: read,
      texts,
      nearestForm: (notice) => nearestForm(known, notice),
      receiver: {
        networks: [],
        answer: OK_ANSWER,
        read(delivery) {
          if (delivery.by === undefined && !isProved(proof, delivery, secrets))
            return { status: 'refused', reason: 'BAD_SIGNATURE' };
          return newsOf(delivery);
        },
      },
    };
  },
});

const ownTexts = (template: FeedTemplate | undefined) =>
  (template?.texts ?? []).map(({ text, ...one }) => ({ ...one, texts: [{ text, isConfirmed: true }] }));

/** The body as JSON, or as the fields of a form. */
function documentOf({ headers, body }: Delivery): unknown {
  if (body.length > BODY_MAX) return undefined;
  const text = body.toString();
  if (String(headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  return readJson(text);
}

/** The forwarded notice; null if it has no text or no sender. */
function noticeOf(body: unknown, template: FeedTemplate, receivedAt: Date): Notice | null {
  const first = (pointers: readonly string[]) =>
    pointers.map((pointer) => valueAt(body, pointer)).find((value) => textIn(value) !== null);
  const text = textIn(first(template.text ?? USUAL.text));
  const from = textIn(first(template.from ?? USUAL.from));
  if (text === null || from === null) return null;
  const at = first(template.at ?? USUAL.at);
  return { text, from, shownAt: momentIn(at), isShownInZone: saysZone(at), receivedAt };
}

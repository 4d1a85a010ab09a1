import { createHmac, randomUUID } from 'node:crypto';
import { bahtText } from '@krapao/contract/money';
import type { FastifyInstance } from 'fastify';
import type { Transfer } from '../bank/ledger.ts';
import { maskSender } from '../bank/masked.ts';
import { accountOf } from '../bank/receiver.ts';
import { clock } from '../clock.ts';
import type { FaultMode } from '../faults/switches.ts';
import { fieldsOf, textField } from '../http/fields.ts';
import { badRequest } from '../http/problem.ts';
import type { World } from '../world.ts';

const NAME = 'bank-feed';
const TARGET = 'bankFeed:generic';
const COLLECTION = 'bankFeedPhone';
const MODES: readonly FaultMode[] = [
  'slow',
  'duplicate',
  'wrongAmount',
  'pendingForever',
  'wrongKey',
  'otherCurrency',
  'outOfOrder',
  'codesBetween',
];
const BANGKOK_MS = 7 * 3_600_000;
/** The error of the fault wrongAmount: one baht. */
const WRONG_BY = 100n;
/** How much later the notice comes that another one overtakes. */
const OVERTAKEN_MS = 2_000;

const PROOFS = ['bearer', 'basic', 'hmac'] as const;
const FORMS = ['text', 'json'] as const;

/** A phone that forwards what the bank's app shows, or a feed that writes transfers as JSON. */
interface Phone {
  url: string;
  key: string;
  proof: (typeof PROOFS)[number];
  form: (typeof FORMS)[number];
}

/**
 * `PUT /webhook {url, key, proof, form}` is the forwarding app's setting; from then on each transfer to an account is told
 * as the bank's text (SCB's form), or as JSON. `POST /notices {from, text}` forwards any text, `POST /heartbeat` says that
 * the phone lives. The switch is `bankFeed:generic`.
 */
export async function bankFeedRoutes(app: FastifyInstance, world: World): Promise<void> {
  world.webhooks.sendBy(NAME, (body) => headersOf(phoneOf(world), body));
  world.bank.tellBy((transfer) => forwardNotice(world, transfer));

  app.put('/webhook', async (request) => {
    const fields = fieldsOf(request.body);
    const url = textField(fields, 'url', 500);
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw badRequest('url must be an http or https address.');
    const proof = PROOFS.find((one) => one === (fields.proof ?? 'bearer'));
    const form = FORMS.find((one) => one === (fields.form ?? 'text'));
    if (!proof || !form) throw badRequest('proof is bearer, basic or hmac; form is text or json.');
    const phone: Phone = { url, key: textField(fields, 'key', 200), proof, form };
    world.store.put(COLLECTION, NAME, phone);
    return { url, proof, form };
  });

  app.post('/notices', async (request) => {
    const fields = fieldsOf(request.body);
    const from = textField(fields, 'from', 80);
    tell(world, { from, text: textField(fields, 'text', 2_000), at: clock.date().toISOString() });
    return { told: true };
  });

  app.post('/heartbeat', async () => {
    const isSilent = world.switches.take(TARGET, ['pendingForever']) !== null;
    if (!isSilent) tell(world, { heartbeat: true });
    return { told: !isSilent };
  });
}

/** Forwards a transfer to an account, as the switch permits: late, overtaken, twice, wrong, or never. */
function forwardNotice(world: World, transfer: Transfer): void {
  const phone = phoneOf(world);
  if (phone === undefined || transfer.receiver.type !== 'account') return;
  const mode = world.switches.take(TARGET, MODES, [transfer.transRef, transfer.from.accountNo]);
  if (mode?.mode === 'pendingForever') return;
  const amount = transfer.amount + (mode?.mode === 'wrongAmount' ? WRONG_BY : 0n);
  const isForeign = mode?.mode === 'otherCurrency';
  const body =
    phone.form === 'json'
      ? eventOf(transfer, bahtText(amount), isForeign ? 'USD' : transfer.currency)
      : noticeOf(world, transfer, bahtText(amount), isForeign);
  if (mode?.mode === 'codesBetween')
    tell(world, {
      from: transfer.receiver.bankCode,
      text: 'OTP 482915 (Ref ABCD) ห้ามบอกผู้อื่น',
      at: transfer.at,
    });
  const late = mode?.mode === 'slow' ? mode.delayMs : mode?.mode === 'outOfOrder' ? OVERTAKEN_MS : 0;
  tell(world, mode?.mode === 'wrongKey' ? { ...body, [FORGED]: true } : body, late);
  if (mode?.mode === 'duplicate') tell(world, body);
}

/** Marks a body that the phone signs with another key; the product ignores the field. */
const FORGED = 'sandboxForged';

const phoneOf = (world: World) => world.store.all<Phone>(COLLECTION).get(NAME);

function tell(world: World, body: object, delayMs = 0): void {
  const phone = phoneOf(world);
  if (phone) world.webhooks.addOf(NAME, phone.url, JSON.stringify(body), delayMs);
}

function headersOf(phone: Phone | undefined, body: string): Record<string, string> {
  if (phone === undefined) return {};
  const key = body.includes(`"${FORGED}":true`) ? `not ${phone.key}` : phone.key;
  if (phone.proof === 'hmac') return { 'x-signature': createHmac('sha256', key).update(body).digest('hex') };
  return {
    authorization:
      phone.proof === 'bearer' ? `Bearer ${key}` : `Basic ${Buffer.from(key).toString('base64')}`,
  };
}

/** The text of SCB's app, without a reference, to the minute. */
function noticeOf(world: World, transfer: Transfer, amount: string, isForeign: boolean) {
  const { bankCode, accountNo } = accountOf(transfer.receiver);
  const local = new Date(Date.parse(transfer.at) + BANGKOK_MS).toISOString();
  const at = `${local.slice(8, 10)}/${local.slice(5, 7)}@${local.slice(11, 16)}`;
  const from = `${transfer.from.bankCode}/x${transfer.from.accountNo.slice(-6)}`;
  const balance = bahtText(world.bank.account(bankCode, accountNo).balance);
  const money = isForeign ? `USD ${amount}` : amount;
  const text = `${at} ${money} จาก${from}เข้าx${accountNo.slice(-6)} ใช้ได้${balance}บ`;
  return { from: bankCode, text, at: transfer.at };
}

const eventOf = (transfer: Transfer, amount: string, currency: string) => ({
  id: randomUUID(),
  type: 'money_in',
  amount,
  currency,
  at: transfer.at,
  sender: {
    bank: transfer.from.bankCode,
    ...maskSender(transfer.from.accountNo, transfer.from.accountName),
  },
});

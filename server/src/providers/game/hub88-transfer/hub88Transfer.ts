import { createPrivateKey, createSign, randomUUID } from 'node:crypto';
import { languageTag, type Variant } from '@krapao/contract/variant';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { driver } from '../../connections/driver.ts';
import { addressOf, baseUrl, Key } from '../../connections/driverSettings.ts';
import type { OutgoingAnswer, OutgoingHttp } from '../../connections/outgoingHttp.ts';
import { troubleOfStatus } from '../../connections/troubleOfStatus.ts';
import type { GameProvider, GameTransferResult } from '../../gameProvider.ts';
import { isMemberPage } from '../../memberPage.ts';
import type { Rejected, Unknown } from '../../outcome.ts';
import { currencyProblems } from '../currencyProblems.ts';
import { HUB88_ANSWERS, type Hub88Meaning } from './answers.ts';

const API = '/operator/generic/v2';
const WALLET = `${API}/transfer_wallet`;
/** Hub88 writes hundred-thousandths of the currency; a satang is a thousand of them. */
const UNITS_IN_SATANG = 1_000n;

const Told = Type.Object({
  status: Type.String(),
  request_uuid: Type.String(),
  user: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
  balance: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
});
const Failed = Type.Object({ error: Type.Unknown() });
const Launch = Type.Object({ url: Type.String() });
const Games = Type.Array(Type.Unknown());

/** Hub88's transfer wallet. The same uuid sent again is its only question about a transfer. */
export const hub88Transfer = driver({
  capability: 'game',
  driver: 'hub88-transfer',
  title: 'Hub88 TransferWallet',
  config: Type.Object(
    {
      baseUrl: baseUrl(),
      operatorId: Type.String({ pattern: '^[1-9][0-9]{0,9}$' }),
      subPartnerId: Key,
      currency: Type.String({ pattern: '^[A-Z]{3}$', default: 'THB' }),
    },
    { additionalProperties: false },
  ),
  secrets: Type.Object(
    { privateKey: Type.String({ minLength: 1, maxLength: 8_000 }) },
    { additionalProperties: false },
  ),
  documentation: 'https://docs.hub88.io/developer-docs/operator-api-reference/transferwallet-api',
  warnings: ['FIXED_ADDRESSES', 'UNCONFIRMED'],
  problems: ({ config, secrets }) => [
    ...currencyProblems(config.currency),
    ...(isRsaKey(secrets.privateKey)
      ? []
      : ['privateKey must be a private RSA key in PEM, without a password']),
  ],
  open: ({ config, secrets }, { http, variant }) => {
    const key = createPrivateKey(secrets.privateKey);
    const post = (path: string, body: object) => signedPost(http, key, addressOf(config.baseUrl, path), body);
    const shared = { operator_id: Number(config.operatorId), sub_partner_id: config.subPartnerId };
    return {
      provider: (code) => hub88Game(post, { ...config, shared, variant }, code),
      async test() {
        const answer = await post(`${API}/game/list`, shared);
        if (answer.status === 'trouble')
          return { ok: false, trouble: answer.trouble, detail: answer.trouble };
        if (answer.httpStatus < 300 && Value.Check(Games, answer.json))
          return { ok: true, detail: `${answer.json.length} games` };
        const trouble = troubleOfStatus(answer.httpStatus);
        return { ok: false, trouble, detail: `HTTP ${answer.httpStatus}` };
      },
    };
  },
});

type Post = (path: string, body: object) => Promise<OutgoingAnswer>;

interface House {
  baseUrl: string;
  currency: string;
  shared: object;
  variant: Variant;
}

/** @param code `game_code`, or `product:game_code` where the wallet is one product's */
function hub88Game(post: Post, house: House, code: string): GameProvider {
  const { currency, shared } = house;
  const [product, gameCode] = code.includes(':') ? code.split(':', 2) : [undefined, code];
  const wallet = async (verb: string, user: string, more: object = {}): Promise<WalletAnswer> => {
    const requestUuid = randomUUID();
    const answer = await post(`${WALLET}/${verb}`, {
      user,
      request_uuid: requestUuid,
      ...shared,
      ...(product !== undefined && { product }),
      currency,
      ...more,
    });
    return walletAnswer(answer, { user, requestUuid, currency });
  };
  const balance: GameProvider['balance'] = async (username) => {
    const told = await wallet('balance', username);
    if (told.status !== 'done') return told;
    if (told.balance === undefined) return badAnswer;
    return { status: 'ok', available: BigInt(told.balance) / UNITS_IN_SATANG, inPlay: 0n };
  };
  return {
    async createPlayer({ username }) {
      const made = await wallet('create_wallet', username);
      if (made.status === 'done') return { status: 'ok', created: true };
      // The call is not documented. A wallet that tells its balance is there.
      const there = await balance(username);
      return there.status === 'ok' ? { status: 'ok', created: false } : made;
    },
    balance,
    async transfer({ id, username, direction, amount }): Promise<GameTransferResult> {
      const verb = direction === 'in' ? 'deposit' : 'withdraw';
      const units = Number(amount * UNITS_IN_SATANG);
      if (!Number.isSafeInteger(units)) return { status: 'rejected', reason: 'LIMIT_REACHED' };
      const told = await wallet(verb, username, { transaction_uuid: id, amount: units });
      return told.status === 'done' ? { status: 'success' } : told;
    },
    async launch(username, { address, language, isMobile, home }) {
      const answer = await post(`${API}/game/url`, {
        user: username,
        token: randomUUID(),
        ...shared,
        platform: isMobile ? 'GPL_MOBILE' : 'GPL_DESKTOP',
        lobby_url: home,
        deposit_url: home,
        lang: languageTag(language),
        ip: address,
        game_code: gameCode,
        currency,
        country: house.variant === 'laos' ? 'LA' : 'TH',
      });
      if (answer.status === 'trouble') return { status: 'unknown', reason: answer.trouble };
      if (answer.httpStatus >= 300 || !Value.Check(Launch, answer.json)) {
        const meaning = meaningOf(answer);
        return meaning.status === 'done' ? badAnswer : meaning;
      }
      const { url } = answer.json;
      return isMemberPage(url, house.baseUrl) ? { status: 'ok', url, expiresAt: null } : badAnswer;
    },
  };
}

type WalletAnswer = { status: 'done'; balance: number | undefined } | Rejected | Unknown;

const badAnswer: Unknown = { status: 'unknown', reason: 'BAD_ANSWER' };

/** An answer counts only for the call that it names: the same request, player and currency. */
function walletAnswer(
  answer: OutgoingAnswer,
  asked: { user: string; requestUuid: string; currency: string },
): WalletAnswer {
  if (answer.status === 'trouble')
    return answer.isSent
      ? { status: 'unknown', reason: answer.trouble }
      : { status: 'rejected', reason: answer.trouble };
  const meaning = meaningOf(answer);
  if (!Value.Check(Told, answer.json)) return meaning.status === 'done' ? badAnswer : meaning;
  const { request_uuid: requestUuid, user, currency, balance } = answer.json;
  const isOurs =
    requestUuid === asked.requestUuid &&
    (user ?? asked.user) === asked.user &&
    (currency ?? asked.currency) === asked.currency;
  if (!isOurs) return badAnswer;
  return meaning.status === 'done' ? { status: 'done', balance } : meaning;
}

/** Only an answer in Hub88's own form is certain: a proxy's page is none. */
function meaningOf({ httpStatus, json }: { httpStatus: number; json: unknown }): Hub88Meaning {
  const code =
    httpStatus < 300 && Value.Check(Told, json)
      ? json.status
      : httpStatus >= 400 && Value.Check(Failed, json)
        ? String(httpStatus)
        : '';
  const known = Object.hasOwn(HUB88_ANSWERS, code) ? HUB88_ANSWERS[code] : undefined;
  return known ?? { status: 'unknown', reason: troubleOfStatus(httpStatus) };
}

/** Signs the bytes that are sent. */
async function signedPost(
  http: OutgoingHttp,
  key: ReturnType<typeof createPrivateKey>,
  url: string,
  body: object,
): Promise<OutgoingAnswer> {
  const text = JSON.stringify(body);
  const signature = createSign('sha256').update(text).sign(key, 'base64');
  return http.call({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'x-hub88-signature': signature },
    body: text,
  });
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

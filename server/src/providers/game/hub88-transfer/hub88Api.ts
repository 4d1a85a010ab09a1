import { createPrivateKey, createSign } from 'node:crypto';
import { languageTag, type Variant } from '@krapao/contract/variant';
import { type Static, type TObject, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { TestResult, Tools } from '../../connections/driver.ts';
import { addressOf, baseUrl, Key } from '../../connections/driverSettings.ts';
import type { OutgoingAnswer, OutgoingHttp } from '../../connections/outgoingHttp.ts';
import { troubleOfStatus } from '../../connections/troubleOfStatus.ts';
import type { GameProvider, GameViewer } from '../../gameProvider.ts';
import { isMemberPage } from '../../memberPage.ts';
import type { Unknown } from '../../outcome.ts';
import { currencyProblems } from '../currencyProblems.ts';
import { HUB88_ANSWERS, type Hub88Meaning } from './answers.ts';

/** What both wallets of Hub88 share: its signature, its amounts, its games and their launch. */
export const HUB88_API = '/operator/generic/v2';
/** Hub88 writes hundred-thousandths of the currency; a satang is a thousand of them. */
export const UNITS_IN_SATANG = 1_000n;

export const Hub88Told = Type.Object({
  status: Type.String(),
  request_uuid: Type.String(),
  user: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
  balance: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
});
const Failed = Type.Object({ error: Type.Unknown() });
const Launch = Type.Object({ url: Type.String() });
const Games = Type.Array(Type.Unknown());

export const badAnswer: Unknown = { status: 'unknown', reason: 'BAD_ANSWER' };

export type Hub88Post = (path: string, body: object) => Promise<OutgoingAnswer>;

export interface Hub88House {
  baseUrl: string;
  currency: string;
  shared: object;
  variant: Variant;
}

/** The settings of both wallets. */
export const HUB88_CONFIG = {
  baseUrl: baseUrl(),
  operatorId: Type.String({ pattern: '^[1-9][0-9]{0,9}$' }),
  subPartnerId: Key,
  currency: Type.String({ pattern: '^[A-Z]{3}$', default: 'THB' }),
};
export const HUB88_SECRETS = Type.Object(
  { privateKey: Type.String({ minLength: 1, maxLength: 8_000 }) },
  { additionalProperties: false },
);

interface Hub88Settings {
  config: Static<TObject<typeof HUB88_CONFIG>>;
  secrets: Static<typeof HUB88_SECRETS>;
}

/** What the schemas cannot say is wrong. */
export const hub88Problems = ({ config, secrets }: Hub88Settings): string[] => [
  ...currencyProblems(config.currency),
  ...(isPrivateRsaKey(secrets.privateKey)
    ? []
    : ['privateKey must be a private RSA key in PEM, without a password']),
];

/** Signed calls to a house, and what they name of it. */
export function openHub88({ config, secrets }: Hub88Settings, { http, variant }: Tools) {
  const key = createPrivateKey(secrets.privateKey);
  const post: Hub88Post = (path, body) => signedPost(http, key, addressOf(config.baseUrl, path), body);
  const shared = { operator_id: Number(config.operatorId), sub_partner_id: config.subPartnerId };
  const house: Hub88House = { baseUrl: config.baseUrl, currency: config.currency, shared, variant };
  return { post, house };
}

/** The address of a game for one player. */
export async function launchHub88(
  post: Hub88Post,
  house: Hub88House,
  { username, gameCode, viewer }: { username: string; gameCode: string | undefined; viewer: GameViewer },
): ReturnType<GameProvider['launch']> {
  const { address, language, isMobile, home, token } = viewer;
  const answer = await post(`${HUB88_API}/game/url`, {
    user: username,
    token,
    ...house.shared,
    platform: isMobile ? 'GPL_MOBILE' : 'GPL_DESKTOP',
    lobby_url: home,
    deposit_url: home,
    lang: languageTag(language),
    ip: address,
    game_code: gameCode,
    currency: house.currency,
    country: house.variant === 'laos' ? 'LA' : 'TH',
  });
  if (answer.status === 'trouble') return { status: 'unknown', reason: answer.trouble };
  if (answer.httpStatus >= 300 || !Value.Check(Launch, answer.json)) {
    const meaning = meaningOf(answer);
    return meaning.status === 'done' ? badAnswer : meaning;
  }
  const { url } = answer.json;
  return isMemberPage(url, house.baseUrl) ? { status: 'ok', url, expiresAt: null } : badAnswer;
}

/** Asks for the list of games, which changes nothing. */
export async function testHub88(post: Hub88Post, shared: object): Promise<TestResult> {
  const answer = await post(`${HUB88_API}/game/list`, shared);
  if (answer.status === 'trouble') return { ok: false, trouble: answer.trouble, detail: answer.trouble };
  if (answer.httpStatus < 300 && Value.Check(Games, answer.json))
    return { ok: true, detail: `${answer.json.length} games` };
  const trouble = troubleOfStatus(answer.httpStatus);
  return { ok: false, trouble, detail: `HTTP ${answer.httpStatus}` };
}

/** Only an answer in Hub88's own form is certain: a proxy's page is none. */
export function meaningOf({ httpStatus, json }: { httpStatus: number; json: unknown }): Hub88Meaning {
  const code =
    httpStatus < 300 && Value.Check(Hub88Told, json)
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

function isPrivateRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

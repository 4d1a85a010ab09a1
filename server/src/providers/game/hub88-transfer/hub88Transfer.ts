import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { driver } from '../../connections/driver.ts';
import type { OutgoingAnswer } from '../../connections/outgoingHttp.ts';
import type { GameProvider, GameTransferResult } from '../../gameProvider.ts';
import type { Rejected, Unknown } from '../../outcome.ts';
import {
  badAnswer,
  HUB88_API,
  HUB88_CONFIG,
  HUB88_SECRETS,
  type Hub88House,
  type Hub88Post,
  Hub88Told,
  hub88Problems,
  launchHub88,
  meaningOf,
  openHub88,
  testHub88,
  UNITS_IN_SATANG,
} from './hub88Api.ts';

const WALLET = `${HUB88_API}/transfer_wallet`;

/** Hub88's transfer wallet. The same uuid sent again is its only question about a transfer. */
export const hub88Transfer = driver({
  capability: 'game',
  driver: 'hub88-transfer',
  title: 'Hub88 TransferWallet',
  config: Type.Object(HUB88_CONFIG, { additionalProperties: false }),
  secrets: HUB88_SECRETS,
  documentation: 'https://docs.hub88.io/developer-docs/operator-api-reference/transferwallet-api',
  warnings: ['FIXED_ADDRESSES', 'UNCONFIRMED'],
  problems: hub88Problems,
  open: (settings, tools) => {
    const { post, house } = openHub88(settings, tools);
    return {
      provider: (code) => hub88Game(post, house, code),
      test: () => testHub88(post, house.shared),
    };
  },
});

/** @param code `game_code`, or `product:game_code` where the wallet is one product's */
function hub88Game(post: Hub88Post, house: Hub88House, code: string): GameProvider {
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
    launch: (username, viewer) => launchHub88(post, house, { username, gameCode, viewer }),
  };
}

type WalletAnswer = { status: 'done'; balance: number | undefined } | Rejected | Unknown;

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
  if (!Value.Check(Hub88Told, answer.json)) return meaning.status === 'done' ? badAnswer : meaning;
  const { request_uuid: requestUuid, user, currency, balance } = answer.json;
  const isOurs =
    requestUuid === asked.requestUuid &&
    (user ?? asked.user) === asked.user &&
    (currency ?? asked.currency) === asked.currency;
  if (!isOurs) return badAnswer;
  return meaning.status === 'done' ? { status: 'done', balance } : meaning;
}

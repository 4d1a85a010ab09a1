import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, type Client } from '@krapao/contract/client';
import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';
import type { TestMember } from '../testing/testMember.ts';
import type { FireWorld } from './fireWorld.ts';
import type { Entry, Journal } from './journal.ts';
import { between } from './randomness.ts';
import { playRound, type Seat } from './seamlessRounds.ts';

export const GAMES = ['pg', 'joker2'] as const;
/** The gateway whose orders go to one maker or another. */
export const GATEWAY = 'WW';
/** The bank that receives the members' payments. */
export const BANK = 'KBANK';

const ANSWER_WITHIN_MS = 20_000;
const AGAIN_MS = 200;
/** Answers that decide nothing: the call is repeated under the same key. */
const UNDECIDED = new Set<unknown>(['SERVICE_UNAVAILABLE', 'REQUEST_IN_PROGRESS']);
/** Errors that are valid answers for members of this load. */
const HONEST = new Set<unknown>(['MONEY_NOT_ENOUGH', 'TRANSFER_FAIL', 'NO_CLAIMABLE_COUPON']);

/** A member of the load. */
export interface Player {
  index: number;
  member: TestMember;
  /** Initial balance in satang. */
  initial: bigint;
  /** Where they play from the wallet. */
  seats: Seat[];
}

export interface Load {
  world: FireWorld;
  journal: Journal;
  random: () => number;
  /** Our account at BANK. */
  accountNo: string;
  isOver(): boolean;
}

/** Repeats a call under its key until an answer decides it. @returns the answer, undefined for a refusal */
export async function settle<T extends object>(
  { journal, isOver }: Pick<Load, 'journal' | 'isOver'>,
  entry: Entry,
  send: (options: { idempotencyKey: string; signal: AbortSignal }) => Promise<T>,
  idOf: (answer: T) => string,
): Promise<T | undefined> {
  while (!isOver()) {
    entry.times += 1;
    try {
      const answer = await send({
        idempotencyKey: entry.key,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      journal.acknowledge(entry, idOf(answer));
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Without a code it is the answer of a balancer whose node is gone.
      if (error.status === 0 || UNDECIDED.has(error.code) || (error.status >= 502 && !error.code)) {
        journal.undecided += 1;
        await delay(AGAIN_MS);
      } else {
        if (!HONEST.has(error.code))
          journal.strange.push(`${entry.call} ${entry.key}: ${error.status} ${error.code}`);
        journal.refuse(entry, String(error.code));
        return undefined;
      }
    }
  }
  return undefined;
}

/** Transfers, bets, withdraws, deposits and spins for one member until the load ends. */
export async function play(load: Load, player: Player): Promise<void> {
  const { random } = load;
  while (!load.isOver()) {
    const drawn = random();
    if (drawn < 0.25) await transfer(load, player, 'in');
    else if (drawn < 0.45) await transfer(load, player, 'out');
    else if (drawn < 0.65) await playRound(load, player);
    else if (drawn < 0.72) await withdraw(load, player);
    else if (drawn < 0.82) await deposit(load, player);
    else if (drawn < 0.94) await depositByGateway(load, player);
    else await spin(load, player);
  }
}

const keyed = (player: Player, call: Entry['call'], amount = 0n, of = '') => ({
  key: randomUUID(),
  member: player.index,
  call,
  amount,
  of,
});
const idOf = ({ id }: { id: string }) => id;

async function transfer(load: Load, player: Player, call: 'in' | 'out'): Promise<void> {
  const game = GAMES[between(load.random, 0, 1)] ?? 'pg';
  const amount = BigInt(between(load.random, 1_00, 60_00));
  const entry = load.journal.open(keyed(player, call, amount, game));
  await settle(load, entry, (options) => sendTransfer(player.member.client, entry, options), idOf);
}

export function sendTransfer(
  client: Client,
  { call, amount, of }: Entry,
  options: { idempotencyKey: string; signal: AbortSignal },
) {
  const [from, to] = call === 'in' ? ['WALLET', of] : [of, 'WALLET'];
  return client('POST /api/wallet/transfer', {
    body: { from, to, amount: bahtFromSatang(amount) },
    ...options,
  });
}

async function withdraw(load: Load, player: Player): Promise<void> {
  const entry = load.journal.open(keyed(player, 'withdraw', BigInt(between(load.random, 100_00, 150_00))));
  await settle(load, entry, (options) => sendWithdrawal(player.member.client, entry, options), idOf);
}

export function sendWithdrawal(
  client: Client,
  { amount }: Entry,
  options: { idempotencyKey: string; signal: AbortSignal },
) {
  return client('POST /api/wallet/withdraw', { body: { amount: bahtFromSatang(amount) }, ...options });
}

/** Creates a QR with a unique amount, pays it, and waits until the money has arrived. */
async function deposit(load: Load, player: Player): Promise<void> {
  const { client } = player.member;
  const params = { bankCode: BANK };
  const before = await client('GET /api/qrcode/:bankCode', {
    params,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => undefined);
  if (before === undefined) return delay(AGAIN_MS);
  if (before.status === 'OPEN') return delay(AGAIN_MS);
  const amount = BigInt(
    between(load.random, 2, 6) * 100_00 + between(load.random, 0, 99) * 64 + player.index,
  );
  const entry = load.journal.open(keyed(player, 'qr', amount));
  const qr = await settle(
    load,
    entry,
    (options) =>
      client('POST /api/qrcode/:bankCode', { params, body: { amount: bahtFromSatang(amount) }, ...options }),
    ({ qrcodeId }) => String(qrcodeId),
  );
  if (qr === undefined) return;
  await pay(load, player, satangFromBaht(qr.amount) ?? 0n);
}

/** Answers to an order that may be: the gateway is switched off or silent, or the member has made many. */
const NO_ORDER = new Set<unknown>([
  'QR_FAIL',
  'NO_BANK',
  'REQUEST_LIMIT',
  'REQUEST_LIMIT_1MIN',
  ...UNDECIDED,
]);

/** Orders at a gateway and pays, unless an order is still open. */
async function depositByGateway({ world, journal, random }: Load, { index, member }: Player): Promise<void> {
  const { client } = member;
  const params = { bankCode: GATEWAY };
  const call = { params, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
  const amount = BigInt(between(random, 2, 6) * 100_00);
  const id = await client('GET /api/qrcode/:bankCode', call)
    .then(({ status }) =>
      status === 'OPEN'
        ? null
        : client('POST /api/qrcode/:bankCode', { ...call, body: { amount: bahtFromSatang(amount) } }),
    )
    .then((order) => order?.qrcodeId ?? null)
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 0 && !NO_ORDER.has(error.code)) journal.strange.push(`order: ${error.code}`);
      return null;
    });
  const order =
    id === null
      ? undefined
      : await world.owner
          .selectFrom('gateway_payment')
          .select('payload')
          .where('id', '=', id)
          .executeTakeFirst()
          .catch(() => undefined);
  if (id === null || !order?.payload) return delay(AGAIN_MS);
  await payFrom(world, index, { to: { qr: order.payload } });
  journal.payOrder({ member: index, amount, id });
}

/** Pays into our account. */
async function pay({ world, journal, accountNo }: Load, { index }: Player, amount: bigint): Promise<void> {
  const to = { bankCode: BANK, accountNo };
  const { transRef } = await payFrom(world, index, { to, amount: bahtFromSatang(amount) });
  journal.pay({ member: index, amount, transRef });
}

/** Pays from an account without an owner. */
async function payFrom({ sandbox }: FireWorld, index: number, what: object): Promise<{ transRef: string }> {
  const accountNo = `99000000${String(index).padStart(2, '0')}`;
  const response = await fetch(`${sandbox.url}/bank/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: { bankCode: 'BBL', accountNo, accountName: 'A PAYER' }, ...what }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as { transRef: string };
}

/** Spins for a coin, and claims the coupon if it won one. */
async function spin(load: Load, player: Player): Promise<void> {
  const entry = load.journal.open(keyed(player, 'spin'));
  const { client } = player.member;
  const won = await settle(
    load,
    entry,
    (options) => sendSpin(client, options),
    ({ serverSeed }) => serverSeed,
  );
  const coupon = won?.prize.coupon;
  if (!coupon) return;
  const claim = load.journal.open(keyed(player, 'claim', satangFromBaht(won.prize.amount) ?? 0n, coupon));
  await settle(
    load,
    claim,
    (options) => sendClaim(client, claim, options),
    () => coupon,
  );
}

export function sendSpin(client: Client, options: { idempotencyKey: string; signal: AbortSignal }) {
  return client('POST /api/spinwheel/spin', { body: { clientSeed: 'fire' }, ...options });
}

export function sendClaim(
  client: Client,
  { of }: Entry,
  options: { idempotencyKey: string; signal: AbortSignal },
) {
  return client('POST /api/spinwheel/coupon/claim', { body: { coupon: of }, ...options });
}

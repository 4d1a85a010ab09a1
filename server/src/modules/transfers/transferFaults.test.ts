import { ApiError } from '@krapao/contract/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '../../clock.ts';
import { verify } from '../../ledger/verify.ts';
import {
  type Fault,
  fund,
  gameBalance,
  moneyOf,
  playRound,
  setFaults,
  settleAtGame,
  until,
} from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { passTimeout } from '../../testing/passTimeout.ts';
import { SHORT_PROVIDER_WAITS } from '../../testing/shortWaits.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { ANSWER_WITHIN_MS } from './awaitTransfer.ts';

// One test after the other: each moves the site's clock. Each has its own provider.
const WITHIN_MS = 600_000;
const MINUTE_MS = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, SHORT_PROVIDER_WAITS);
  await makeMember(server);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

interface Player {
  member: TestMember;
  id: bigint;
  /** Satang: wallet, in_transfer, game, and the total. */
  money(): Promise<{ wallet: bigint; inTransfer: bigint; game: bigint; all: bigint }>;
  /** Moves 100 baht and returns the result of the call. */
  move(direction: 'in' | 'out'): Promise<string>;
  /** The same, to its end where the call ends before: as a busy machine's does, once its time is used up. */
  moveToEnd(direction: 'in' | 'out'): Promise<string>;
  fault(fault: Fault): Promise<void>;
  /** Lets the provider's time-out pass, as soon as a call hangs there: so many it still lets hang. */
  timesOut(left?: number): Promise<void>;
  /** The last operation, as soon as it looks so. */
  leg(accept: (leg: Leg) => boolean): Promise<Leg>;
  lastRow(): Promise<string>;
}
type Leg = { id: string; state: string; sends: number; not_found: number; reason: string | null };

/** A member with 1,000 baht in the wallet and 500 in the game. */
async function player(code: string): Promise<Player> {
  const member = await makeMember(server);
  const { id } = member;
  await fund(server.db, id, 1_500_00n);
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: code } });
  await member.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: code, amount: 500 } });
  const leg: Player['leg'] = (accept) =>
    until(async () => {
      const leg = await server.db
        .selectFrom('transfer_leg')
        .select(['id', 'state', 'sends', 'not_found', 'reason'])
        .where('member_id', '=', id)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return leg && accept(leg) && leg;
    }, 90_000);
  const move: Player['move'] = (direction) => {
    const [from, to] = direction === 'in' ? ['WALLET', code] : [code, 'WALLET'];
    return member.client('POST /api/wallet/transfer', { body: { from, to, amount: 100 } }).then(
      ({ status }) => status,
      (error: unknown) => (error instanceof ApiError ? String(error.code) : String(error)),
    );
  };
  await leg(({ state }) => state === 'CONFIRMED');
  return {
    member,
    id,
    money: async () => {
      const { wallet, inTransfer } = await moneyOf(server.db, id);
      const game = await gameBalance(server.sandbox.url, code, `km${id}${code}`);
      return { wallet, inTransfer, game, all: wallet + inTransfer + game };
    },
    move,
    moveToEnd: async (direction) => {
      const started = clock.now();
      const answer = await move(direction);
      if (answer !== 'PENDING') return answer;
      expect(clock.now() - started).toBeGreaterThanOrEqual(ANSWER_WITHIN_MS);
      const { state } = await leg((seen) => seen.state === 'CONFIRMED' || seen.state === 'REJECTED');
      return state === 'CONFIRMED' ? 'SUCCESS' : 'TRANSFER_FAIL';
    },
    fault: (fault) =>
      setFaults(server.sandbox.url, { [`game:${code}`]: { ...fault, for: `km${id}${code}` } }),
    timesOut: (left) => passTimeout(server, `game:${code}`, left, `km${id}${code}`),
    leg,
    lastRow: async () => {
      const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 1 } });
      return statements.map(({ from, to, amount, status }) => `${from}>${to} ${amount} ${status}`).join();
    },
  };
}

/** The leg once it looks so, asked about each minute. */
async function legMinutesLater(p: Player, accept: (leg: Leg) => boolean): Promise<Leg> {
  return until(async () => {
    await server.clock.move(MINUTE_MS);
    await server.work('transfers');
    const leg = await p.leg(() => true);
    return accept(leg) && leg;
  });
}

/** What the call answers whose transfer does not end, once its legs look so. */
async function answerInTime<Answer>(
  p: Player,
  call: Promise<Answer>,
  accept: (leg: Leg) => boolean,
): Promise<Answer> {
  await p.leg(accept);
  await server.clock.move(ANSWER_WITHIN_MS);
  return call;
}

/** The next ask, without the time that passes between, and on a slow machine without it counting. */
async function askNow(legId: string): Promise<void> {
  await server.owner
    .updateTable('transfer_leg')
    .set({ sent_at: sql<Date>`site.now()`, due_at: sql<Date>`site.now()` })
    .where('id', '=', legId)
    .where('state', '=', 'UNKNOWN')
    .execute();
  await server.work('transfers');
}

const directions = ['in', 'out'] as const;
const after = {
  in: { wallet: 900_00n, inTransfer: 0n, game: 600_00n, all: 1_500_00n },
  out: { wallet: 1_100_00n, inTransfer: 0n, game: 400_00n, all: 1_500_00n },
};
const before = { wallet: 1_000_00n, inTransfer: 0n, game: 500_00n, all: 1_500_00n };
const games: Record<string, [string, string]> = {
  timeoutAfterApply: ['pg', 'pgslot'],
  timeoutBeforeApply: ['joker2', 'areaslot'],
  error500: ['slotracha', 'circus'],
  slow: ['imi', 'usun'],
  maintenance: ['bua', 'krathong'],
  pendingForever: ['chang', 'pla'],
  falseNotFound: ['prasat', 'kranok'],
  wrongAmount: ['sanam', 'askmebet'],
  duplicate: ['rua', 'muay'],
};
const each = (mode: string) =>
  directions.map((direction, index) => ({ direction, code: games[mode]?.[index] ?? '' }));

test.for(each('timeoutAfterApply'))(
  'TRF-05 time-out after the provider applied it: money arrives once ($direction)',
  { timeout: WITHIN_MS },
  async ({ direction, code }) => {
    const p = await player(code);
    await p.fault({ mode: 'timeoutAfterApply', times: 1 });
    const call = p.move(direction);
    await p.timesOut();
    expect(['PENDING', 'SUCCESS']).toContain(await call);
    await p.leg(({ state }) => state === 'CONFIRMED');
    expect(await p.money()).toEqual(after[direction]);
    expect(await p.lastRow()).toContain('100 SUCCESS');
  },
);

test.for(each('timeoutBeforeApply'))(
  'TRF-05 time-out before the provider applied it: sent again under the same id, applied once ($direction)',
  { timeout: WITHIN_MS },
  async ({ direction, code }) => {
    const p = await player(code);
    await p.fault({ mode: 'timeoutBeforeApply', times: 1 });
    const call = p.move(direction);
    await p.timesOut();
    expect(['PENDING', 'SUCCESS']).toContain(await call);
    const leg = await p.leg(({ state }) => state === 'CONFIRMED');
    expect(leg.sends).toBe(2);
    expect(await p.money()).toEqual(after[direction]);
  },
);

test.for(each('error500'))(
  'TRF-05 a server error is not a failure: asked for and sent again ($direction)',
  { timeout: WITHIN_MS },
  async ({ direction, code }) => {
    const p = await player(code);
    // The question for the balance, and the order.
    await p.fault({ mode: 'error500', times: 2 });
    expect(await p.moveToEnd(direction)).toBe('SUCCESS');
    expect((await p.leg(() => true)).sends).toBe(2);
    expect(await p.money()).toEqual(after[direction]);
  },
);

test.for(each('slow'))(
  'TRF-01 a slow provider is waited for within the call ($direction)',
  { timeout: WITHIN_MS },
  async ({ direction, code }) => {
    const p = await player(code);
    await p.fault({ mode: 'slow', times: 1, delayMs: 500 });
    expect(await p.moveToEnd(direction)).toBe('SUCCESS');
    expect(await p.money()).toEqual(after[direction]);
  },
);

test.for(each('maintenance'))(
  'TRF-05 a definite no gives the money back with TRANSFER_FAIL ($direction)',
  { timeout: WITHIN_MS },
  async ({ direction, code }) => {
    const p = await player(code);
    await p.fault({ mode: 'maintenance', times: 1 });
    expect(await p.moveToEnd(direction)).toBe('TRANSFER_FAIL');
    expect(await p.money()).toEqual(before);
    expect(await p.lastRow()).toContain('100 FAILED');
  },
);

test.for(each('pendingForever'))(
  'TRF-01 pending stays in progress for as long as it takes, and a late end counts ($direction)',
  { timeout: WITHIN_MS },
  async ({ direction, code }) => {
    const p = await player(code);
    await p.fault({ mode: 'pendingForever', times: 1 });
    expect(await answerInTime(p, p.move(direction), ({ state }) => state === 'UNKNOWN')).toBe('PENDING');
    // A call must answer within ten seconds.
    expect(ANSWER_WITHIN_MS).toBeLessThan(10_000);
    expect(await p.lastRow()).toContain('100 PENDING');
    const leg = await legMinutesLater(p, ({ state }) => state === 'UNKNOWN');
    // On its way in, the money is in neither place to be spent; on its way out it is still the game's.
    const waiting =
      direction === 'in' ? { wallet: 900_00n, inTransfer: 100_00n } : { wallet: 1_000_00n, inTransfer: 0n };
    expect(await p.money()).toMatchObject({ ...waiting, game: 500_00n, all: 1_500_00n });
    await settleAtGame(server.sandbox.url, code, leg.id, direction === 'in' ? 'success' : 'failed');
    const end = direction === 'in' ? 'CONFIRMED' : 'REJECTED';
    await legMinutesLater(p, ({ state }) => state === end);
    expect(await p.money()).toEqual(direction === 'in' ? after.in : before);
  },
);

test.for(each('falseNotFound'))(
  'TRF-05 "not found" for what was applied never gives the money twice ($direction)',
  { timeout: WITHIN_MS },
  async ({ direction, code }) => {
    const p = await player(code);
    await p.fault({ mode: 'falseNotFound' });
    const isAsked = ({ state, sends }: Leg) => state === 'UNKNOWN' && sends === 2;
    expect(await answerInTime(p, p.move(direction), isAsked)).toBe('PENDING');
    const stuck = await legMinutesLater(p, ({ state }) => state === 'STUCK');
    expect(stuck.not_found).toBeGreaterThanOrEqual(2);
    expect(stuck.reason).toBe('NOT_FOUND_BUT_BALANCE_MOVED');
    const { wallet, inTransfer, game } = await p.money();
    expect({ wallet, inTransfer, game }).toEqual(
      direction === 'in'
        ? { wallet: 900_00n, inTransfer: 100_00n, game: 600_00n }
        : { wallet: 1_000_00n, inTransfer: 0n, game: 400_00n },
    );
    expect(await p.lastRow()).toContain('100 PENDING');
  },
);

/** All operations of the member that have not ended, once they wait for an operator, and why. */
async function stuckReasons({ id }: Player): Promise<(string | null)[]> {
  return until(async () => {
    await server.clock.move(MINUTE_MS);
    await server.work('transfers');
    const legs = await server.db
      .selectFrom('transfer_leg')
      .select(['state', 'reason'])
      .where('member_id', '=', id)
      .where('state', '<>', 'CONFIRMED')
      .execute();
    const hasEnded = legs.every(({ state }) => state === 'STUCK' || state === 'REJECTED');
    return hasEnded && legs.map(({ state, reason }) => (state === 'STUCK' ? reason : state)).toSorted();
  });
}

/** What calls answer whose transfers do not end, once each of them was sent twice. */
async function allAnswerInTime(players: readonly Player[], calls: Promise<string>[]): Promise<string[]> {
  await until(async () => {
    const { rows } = await sql<{ sent: number }>`select count(*)::int as sent from transfer_leg
      where member_id = any(${players.map(({ id }) => id)}::bigint[]) and state = 'UNKNOWN' and sends = 2`.execute(
      server.db,
    );
    return rows[0]?.sent === calls.length;
  });
  await server.clock.move(ANSWER_WITHIN_MS);
  return Promise.all(calls);
}

test('TRF-05 thief: a deposit that the house denies looks returned where a withdrawal left beside it', {
  timeout: WITHIN_MS,
}, async () => {
  const p = await player('rahat');
  await p.fault({ mode: 'falseNotFound' });
  expect(await allAnswerInTime([p], [p.move('in'), p.move('out')])).toEqual(['PENDING', 'PENDING']);
  expect(await stuckReasons(p)).toEqual(['NOT_FOUND_BUT_UNSURE', 'NOT_FOUND_BUT_UNSURE']);
  expect(await p.money()).toEqual({ wallet: 900_00n, inTransfer: 100_00n, game: 500_00n, all: 1_500_00n });
});

test('TRF-05 thief: a deposit that the house denies looks returned after play', {
  timeout: WITHIN_MS,
}, async () => {
  const [before, after] = [await player('huayhd'), await player('huayhd')];
  const lose = (p: Player, stake: number) =>
    playRound(server.sandbox.url, 'huayhd', { username: `km${p.id}huayhd`, stake, win: 0 });
  // As much as the deposit since the house was last asked; or all of it, after the deposit.
  await lose(before, 100);
  await lose(after, 500);
  for (const p of [before, after]) await p.fault({ mode: 'falseNotFound' });
  const calls = [before.move('in'), after.move('in')];
  expect(await allAnswerInTime([before, after], calls)).toEqual(['PENDING', 'PENDING']);
  await lose(after, 100);
  expect(await stuckReasons(before)).toEqual(['NOT_FOUND_BUT_BALANCE_MOVED']);
  expect(await before.money()).toMatchObject({ inTransfer: 100_00n, game: 500_00n });
  expect(await stuckReasons(after)).toEqual(['NOT_FOUND_BUT_UNSURE']);
  expect(await after.money()).toMatchObject({ inTransfer: 100_00n, game: 0n });
});

test('TRF-05 what a provider never received fails after a delay and several asks, and comes back', {
  timeout: WITHIN_MS,
}, async () => {
  const p = await player('wiman');
  await p.fault({ mode: 'timeoutBeforeApply', times: 2 });
  const call = p.move('in');
  await p.timesOut(1);
  await p.timesOut();
  const isAsked = ({ state, sends }: Leg) => state === 'UNKNOWN' && sends === 2;
  expect(await answerInTime(p, call, isAsked)).toBe('PENDING');
  const leg = await p.leg(() => true);
  // Several answers alone are not enough: the last sending is too recent.
  await until(async () => {
    await askNow(leg.id);
    return (await p.leg(() => true)).not_found >= 4;
  });
  expect((await p.money()).inTransfer).toBe(100_00n);
  await legMinutesLater(p, ({ state }) => state === 'REJECTED');
  expect(await p.money()).toEqual(before);
  expect(await p.lastRow()).toContain('100 FAILED');
});

test.for(each('wrongAmount'))(
  'TRF-05 another amount than ordered waits for an operator, nothing is invented ($direction)',
  { timeout: WITHIN_MS },
  async ({ direction, code }) => {
    const p = await player(code);
    await p.fault({ mode: 'wrongAmount', times: 1 });
    expect(await p.move(direction)).toBe('PENDING');
    expect((await p.leg(({ state }) => state === 'STUCK')).reason).toBe('MOVED_10100');
    const { wallet, inTransfer } = await moneyOf(server.db, p.id);
    expect({ wallet, inTransfer }).toEqual(
      direction === 'in' ? { wallet: 900_00n, inTransfer: 100_00n } : { wallet: 1_000_00n, inTransfer: 0n },
    );
  },
);

test.for(each('duplicate'))(
  'TRF-05 a provider that applies twice does not make us book twice ($direction)',
  { timeout: WITHIN_MS },
  async ({ direction, code }) => {
    const p = await player(code);
    await p.fault({ mode: 'duplicate', times: 1 });
    expect(await p.moveToEnd(direction)).toBe('SUCCESS');
    const { wallet, inTransfer } = await moneyOf(server.db, p.id);
    expect({ wallet, inTransfer }).toEqual({ wallet: after[direction].wallet, inTransfer: 0n });
  },
);

test('TRF-05 game to game whose second half fails: the money is in the wallet and the statement says so', {
  timeout: WITHIN_MS,
}, async () => {
  const p = await player('betflix');
  await p.member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'phloi' } });
  await setFaults(server.sandbox.url, {
    'game:phloi': { mode: 'maintenance', times: 1, for: `km${p.id}phloi` },
  });
  const call = p.member.client('POST /api/wallet/transfer', {
    body: { from: 'betflix', to: 'phloi', amount: 100 },
  });
  await expect(call).rejects.toMatchObject({ code: 'TRANSFER_FAIL' });
  expect(await p.money()).toEqual(after.out);
  const { statements } = await p.member.client('POST /api/statement', { body: { page: 1, limit: 2 } });
  expect(statements.map(({ from, to, amount, status }) => [from, to, amount, status]).sort()).toEqual([
    ['WALLET', 'phloi', 100, 'FAILED'],
    ['betflix', 'WALLET', 100, 'SUCCESS'],
  ]);
});

test('TRF-01 transferAll leaves out a game that does not answer', {
  timeout: WITHIN_MS,
}, async () => {
  const p = await player('makruk');
  await p.member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'chok' } });
  await p.fault({ mode: 'maintenance' });
  const all = await p.member.client('POST /api/wallet/transferAll', { body: { to: 'chok' } });
  expect(all).toMatchObject({ status: 'SUCCESS', amount: 1_000 });
  expect(await p.money()).toMatchObject({ wallet: 0n, inTransfer: 0n, game: 500_00n });
  const wallet = await p.member.client('GET /api/wallet');
  expect(wallet.slots.find(({ code }) => code === 'makruk')).toMatchObject({ amount: 500, isStale: true });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { inParallel } from '../jobs/inParallel.ts';
import { verify } from '../ledger/verify.ts';
import { ANSWER_WITHIN_MS } from '../modules/transfers/awaitTransfer.ts';
import { afterWork } from '../testing/afterWork.ts';
import { HISTORIES_TIMEOUT_MS, IS_SOAK } from '../testing/budget.ts';
import { fund, gameBalance, moneyOf, setFaults, until } from '../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { untilTaken } from '../testing/passTimeout.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { codeOf } from './codeOf.ts';
import { modesOf, targetsOf } from './sandboxSwitches.ts';

// In `npm run soak` every switch runs with every mode. Otherwise each game runs with one mode, and each mode with a game,
// in each direction.

/** No busy machine takes so long: a time-out that no mode plays would change the result. The test lets it pass at once. */
const TIMEOUT_MS = 60_000;
const WAITS = { KRAPAO_PROVIDER_TIMEOUT_MS: String(TIMEOUT_MS), KRAPAO_LEASE_SECONDS: '121' };

let server: TestServer;
/** The site's games with a switch. Other switches are of houses that no row of the site leads to. */
let games: string[];
let modes: string[];
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, WAITS);
  await makeMember(server);
  const rows = await server.owner.selectFrom('game_provider').select('code').execute();
  const targets = await targetsOf(server);
  games = rows.map(({ code }) => code).filter((code) => targets.includes(`game:${code}`));
  expect(games.length).toBe(rows.length);
  modes = await modesOf(server);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

/**
 * The result of a transfer of 20 baht under each mode: our state, and the difference between the game's amount and
 * ours.
 */
const TRANSFERS: Record<string, { state: string; game: bigint; isMoved: boolean }> = {
  slow: { state: 'CONFIRMED', game: 0n, isMoved: true },
  timeoutAfterApply: { state: 'CONFIRMED', game: 0n, isMoved: true },
  timeoutBeforeApply: { state: 'CONFIRMED', game: 0n, isMoved: true },
  error500: { state: 'CONFIRMED', game: 0n, isMoved: true },
  falseNotFound: { state: 'CONFIRMED', game: 0n, isMoved: true },
  // The game's own error and loss, which it does not report: our books follow its answer.
  duplicate: { state: 'CONFIRMED', game: 20_00n, isMoved: true },
  maintenance: { state: 'REJECTED', game: -20_00n, isMoved: false },
  pendingForever: { state: 'UNKNOWN', game: -20_00n, isMoved: false },
  wrongAmount: { state: 'STUCK', game: 1_00n, isMoved: false },
};

/** Modes whose calls get no answer. */
const SILENT = ['timeoutAfterApply', 'timeoutBeforeApply'];

const rounds = () => (IS_SOAK ? modes.map((_, round) => round) : [0]);

test.for(['in', 'out'] as const)(
  'TRF-05 every game of the sandbox with every mode of its switch: our books stay whole (%s)',
  { timeout: HISTORIES_TIMEOUT_MS },
  async (direction) => {
    for (const round of rounds()) {
      const member = await makeMember(server);
      await fund(server.db, member.id, 5_000_00n);
      await inParallel(games, 8, async (code) => {
        await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: code } });
        await transfer(member, 'WALLET', code, 60);
      });
      await afterWork(server, async () =>
        Object.values(await statesOf(member, 60_00n)).every((state) => state === 'CONFIRMED'),
      );
      const faulty = games.map((code, nth) => [code, modes[(nth + round) % modes.length] ?? ''] as const);
      // What other members' transfers still ask meets no switch of this one.
      for (const [code, mode] of faulty)
        await setFaults(server.sandbox.url, {
          [`game:${code}`]: { mode, times: 1, delayMs: 500, for: `km${member.id}${code}` },
        });
      const calls = games.map((code) =>
        direction === 'in' ? transfer(member, 'WALLET', code, 20) : transfer(member, code, 'WALLET', 20),
      );
      // Who is answered has the answer before the time-out passes for the others.
      const silent = faulty.filter(([, mode]) => SILENT.includes(mode)).map(([code]) => code);
      await until(async () => {
        const states = await statesOf(member, 20_00n);
        return games.every(
          (code) => silent.includes(code) || !['INTENT', 'SENT', undefined].includes(states[code]),
        );
      });
      for (const code of silent) await untilTaken(server, `game:${code}`, 0, `km${member.id}${code}`);
      await server.clock.move(TIMEOUT_MS);
      await expectTransfers(member, direction, faulty);
      await server.clock.move(ANSWER_WITHIN_MS);
      await Promise.all(calls);
    }
  },
);

/** The states of the member's transfers of this amount, by their games. */
async function statesOf(member: TestMember, satang: bigint): Promise<Record<string, string>> {
  const legs = await server.db
    .selectFrom('transfer_leg')
    .select(['provider', 'state'])
    .where('member_id', '=', member.id)
    .where('amount', '=', satang)
    .execute();
  return Object.fromEntries(legs.map(({ provider, state }) => [provider, state]));
}

async function expectTransfers(
  member: TestMember,
  direction: 'in' | 'out',
  faulty: (readonly [code: string, mode: string])[],
): Promise<void> {
  const expected = Object.fromEntries(faulty.map(([code, mode]) => [code, TRANSFERS[mode]?.state]));
  const states = () => statesOf(member, 20_00n);
  await afterWork(server, async () => {
    const now = await states();
    return Object.entries(expected).every(([code, state]) => now[code] === state);
  }).catch(() => undefined);
  expect(await states()).toEqual(expected);

  let [wallet, inTransfer] = [5_000_00n - 60_00n * BigInt(faulty.length), 0n];
  for (const [code, mode] of faulty) {
    const { isMoved, game, state } = TRANSFERS[mode] as (typeof TRANSFERS)[string];
    const sign = direction === 'in' ? 1n : -1n;
    // The game's real balance, from its own books.
    expect([code, mode, await gameBalance(server.sandbox.url, code, `km${member.id}${code}`)]).toEqual([
      code,
      mode,
      60_00n + sign * (20_00n + game),
    ]);
    if (isMoved) wallet -= sign * 20_00n;
    else if (direction === 'in' && state !== 'REJECTED') {
      wallet -= 20_00n;
      inTransfer += 20_00n;
    }
  }
  expect(await moneyOf(server.db, member.id)).toEqual({ wallet, held: 0n, inTransfer });
}

function transfer(member: TestMember, from: string, to: string, amount: number): Promise<string> {
  return codeOf(member.client('POST /api/wallet/transfer', { body: { from, to, amount } }));
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../appError.ts';
import { outcomeOf } from '../../calls/outcomeOf.ts';
import { refuseUnderKey } from '../../calls/refuseUnderKey.ts';
import { type RequestKey, requestKeyOf } from '../../calls/requestKey.ts';
import type { AppContext } from '../../context.ts';
import { FakeGames } from '../../testing/fakeGames.ts';
import { fund } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { sessionless } from '../../testing/sessionless.ts';
import { openVerbWorld, type VerbWorld, type WorldMember } from '../../testing/verbWorld.ts';
import { waitingBackends } from '../../testing/waitingBackends.ts';
import { startMove } from '../transfers/startTransfer.ts';
import { transferAll } from '../transfers/transferFunds.ts';
import { withdrawAll } from '../withdrawals/withdrawFunds.ts';
import { OUTCOME_SOURCES } from './sources.ts';

let world: VerbWorld;
let context: AppContext;
let member: WorldMember;
const games = new FakeGames();

/** How the game answers the next questions about a balance: with 500 baht, not at all, or when the test lets it. */
let answers: ('at once' | 'never' | Promise<void>)[] = [];
let asked: () => void;

beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER, {
    game: (code) => {
      const game = games.game(code);
      return {
        ...game,
        balance: async (username) => {
          const answer = answers.shift();
          asked();
          if (answer === 'never') return { status: 'unknown', reason: 'TIMEOUT' };
          if (answer !== 'at once') await answer;
          return game.balance(username);
        },
      };
    },
  });
  context = { ...world.context, outcomeSources: OUTCOME_SOURCES };
});
beforeEach(async () => {
  member = await world.newMember(['pg']);
  games.balances.set(`km${member.id}pg`, 500_00);
});
afterAll(() => world.close());

const CALLS = {
  withdrawAll: (key: RequestKey) => withdrawAll(context, sessionless(member.id), 500, key),
  transferAll: (key: RequestKey) => transferAll(context, member.id, 'WALLET', key),
};

/** A call that a member makes under this key, as `bind` refuses it. @returns its state or its code */
function press(call: keyof typeof CALLS, key: string): Promise<string> {
  const requestKey = requestKeyOf(key, call) as RequestKey;
  return CALLS[call](requestKey).then(
    ({ status }) => status,
    async (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      const { fingerprint } = requestKey;
      return (await refuseUnderKey(context, { memberId: member.id, key, fingerprint }, error)).code;
    },
  );
}

/** The first call under the key, while the game lets it wait for the member's balance. */
async function askingCall(call: keyof typeof CALLS) {
  const key = randomUUID();
  const game = Promise.withResolvers<void>();
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  answers = [game.promise, 'never'];
  const first = press(call, key);
  await isAsked;
  const answer = () => {
    game.resolve();
    return first;
  };
  return { key, answer };
}

const stateOf = async (key: string) => (await outcomeOf(context, member.id, key)).state;
const endTurns = () =>
  sql`update request_outcome set at = now() where member_id = ${member.id} and state = 'asking'`.execute(
    world.owner,
  );

test.each(Object.keys(CALLS) as (keyof typeof CALLS)[])(
  'TRF-01 WDR-01 %s: while one node asks the games, another one does not say that the key is refused',
  async (call) => {
    const { key, answer } = await askingCall(call);
    expect(await press(call, key)).toBe('REQUEST_IN_PROGRESS');
    expect(await stateOf(key)).toBe('unknown');
    expect(await answer()).toMatch(/PENDING|SUCCESS/);
    expect(await stateOf(key)).toMatch(/under_way|done/);
  },
);

test.each(Object.keys(CALLS) as (keyof typeof CALLS)[])(
  'TRF-01 WDR-01 %s: a node that wakes up after its key was refused makes nothing',
  async (call) => {
    const { key, answer } = await askingCall(call);
    await endTurns();
    expect(await press(call, key)).toBe('TRANSFER_FAIL');
    expect(await stateOf(key)).toBe('refused');
    expect(await answer()).toBe('REQUEST_IN_PROGRESS');
    expect(await stateOf(key)).toBe('refused');
    const { rows } = await sql`select from transfer where member_id = ${member.id}`.execute(world.db);
    expect(rows).toEqual([]);
  },
);

test('TRF-01 the key of a node that died while it asked is free when its turn is over', async () => {
  const { key, answer } = await askingCall('transferAll');
  await endTurns();
  answers = ['at once'];
  expect(await press('transferAll', key)).toMatch(/PENDING|SUCCESS/);
  expect(await stateOf(key)).toMatch(/under_way|done/);
  // The first call ends before its database closes.
  await answer();
});

test('TRF-01 a refusal waits for the call with the key that is about to commit', async () => {
  const key = randomUUID();
  const requestKey = requestKeyOf(key, 'move') as RequestKey;
  await fund(world.owner, member.id, 100_00n);
  const refused = await world.db.transaction().execute(async (trx) => {
    await startMove(
      trx,
      context.providers,
      member.id,
      { from: 'WALLET', to: 'pg', amount: 100_00n },
      requestKey,
    );
    const call = { memberId: member.id, key, fingerprint: requestKey.fingerprint };
    const refusing = refuseUnderKey(context, call, new AppError('MONEY_NOT_ENOUGH'));
    await waitingBackends(world.owner);
    return { refusing };
  });
  expect((await refused.refusing).code).toBe('REQUEST_IN_PROGRESS');
  const { rows } = await sql`select from request_outcome where member_id = ${member.id}`.execute(world.db);
  expect(rows).toEqual([]);
});

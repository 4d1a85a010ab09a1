import { afterAll, beforeAll, expect, test } from 'vitest';
import { fund } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { checkBonusSoon } from './endBonus.ts';
import { bonusJobs } from './jobs.ts';

const GAME = 'pg';

let world: VerbWorld;
/** What happens while the game is asked. */
let whileAsked: () => Promise<unknown> = async () => undefined;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
  Object.assign(world.context.providers, {
    game: () => ({
      balance: async () => {
        await whileAsked();
        return { status: 'ok', available: 0n, inPlay: 0n };
      },
    }),
  });
});
afterAll(() => world.close());

test('BON-01 money that moves while a bonus is judged has it judged again at once', async () => {
  const { id } = await world.newMember([GAME]);
  await fund(world.db, id, 100_00n);
  await world.owner
    .insertInto('member_bonus')
    .values({
      member_id: id,
      source: 'coupon',
      name: '{"th":"x","la":"x","en":"x"}',
      type: 'limit',
      deposit: 0n,
      bonus: 100_00n,
      success_bps: 90_000,
      fail_bps: 0,
      // What is in the wallet was there before.
      wallet_version: 1_000n,
      started_on: '2026-01-31',
    })
    .execute();
  const [job] = bonusJobs(world.context);
  const judge = () => job?.run(new AbortController().signal);
  const due = async () => {
    const { due_at } = await world.db.selectFrom('member_bonus').select('due_at').executeTakeFirstOrThrow();
    return (due_at?.getTime() ?? 0) - Date.now();
  };
  const ends = async () => {
    const { text } = await world.context.metrics.render();
    const lines = text.matchAll(/^krapao_leased_rows_total\{job="bonuses",event="(\w+)"\} (\d+)$/gm);
    return Array.from(lines, ([, event, count]) => `${event} ${count}`);
  };
  whileAsked = () => checkBonusSoon(world.context, id);
  expect(await judge()).toBe(1);
  expect(await ends()).toEqual(['claimed 1', 'fence_lost 1']);
  expect(await due()).toBeLessThanOrEqual(0);
  whileAsked = async () => undefined;
  expect(await judge()).toBe(1);
  expect(await ends()).toEqual(['claimed 2', 'fence_lost 1', 'done 1']);
  // The next look is as the setting says, not when the lease ends.
  expect(await due()).toBeGreaterThan(50_000);
  expect(await judge()).toBe(0);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import type { GameProvider } from '../../providers/gameProvider.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { currentPromotion, grantChosenPromotions } from './promotionChoice.ts';

let world: VerbWorld;
/** How the providers answer, whatever they are asked. */
let answer: () => Promise<object>;
beforeAll(async () => {
  const game = { balance: () => answer() } as unknown as GameProvider;
  world = await openVerbWorld(OWN_CLUSTER, { game: () => game });
  const text = '{"th":"x","la":"x","en":"x"}';
  await sql`
    insert into bonus_definition (code, offer, condition, minimum_deposit, type, max_received, reward_bps, success_bps,
      fail_bps, name, description)
    select code, 'promotion', 'deposit', 10000, 'limit', 1, 2500, 20000, 1000, ${text}, ${text}
    from unnest(array['FIRST', 'OTHER']) code`.execute(world.owner);
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

const grant = () => grantChosenPromotions(world.context, new AbortController().signal);

/** A member with a deposit that meets the condition of the chosen promotion. */
async function chooser(games: string[]): Promise<bigint> {
  const { id } = await world.newMember(games);
  await world.owner
    .insertInto('promotion_choice')
    .values({ member_id: id, code: 'FIRST', wallet_version: 0n, chosen_at: new Date() })
    .execute();
  // What a silent provider still holds is unknown only where it held something.
  await world.owner.updateTable('game_account').set({ amount: 1_00n }).where('member_id', '=', id).execute();
  await deposit(world.db, id, 300_00n);
  return id;
}

test('BON-02 a promotion that was replaced while the providers were asked starts after they were asked for it', async () => {
  const id = await chooser(['pg']);
  answer = async () => {
    await world.owner
      .updateTable('promotion_choice')
      .set({ code: 'OTHER' })
      .where('member_id', '=', id)
      .execute();
    return { status: 'ok', available: 0n, inPlay: 0n };
  };
  expect(await grant()).toBe(0);
  expect(await currentPromotion(world.db, id)).toEqual({ code: 'OTHER' });
  expect(await grant()).toBe(1);
  expect(await currentPromotion(world.db, id)).toEqual({ code: 'OTHER' });
  expect(await grant()).toBe(0);
});

test('BON-02 members whose provider is silent keep no other member from a promotion', async () => {
  answer = async () => ({ status: 'unknown', reason: 'TIMEOUT' });
  for (let nth = 0; nth < 60; nth += 1) await chooser(['pg']);
  const id = await chooser([]);
  expect(await grant()).toBe(1);
  expect(
    await world.db.selectFrom('member_bonus').select('code').where('member_id', '=', id).execute(),
  ).toEqual([{ code: 'FIRST' }]);
});

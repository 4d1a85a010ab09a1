import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestKeyOf } from '../../calls/requestKey.ts';
import { verify } from '../../ledger/verify.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld, type WorldMember } from '../../testing/verbWorld.ts';
import { beginPlay } from '../protection/playTime.ts';
import { beginPlainMove, confirmPlainMove } from './plainMoves.ts';

const AMOUNT = 100_00n;
let world: VerbWorld;
let isHouseOpen = true;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER, { isGameOpen: () => isHouseOpen });
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

/** A member who plays, with 150 baht and an account at pg. */
async function player(): Promise<WorldMember> {
  const member = await world.newMember(['pg']);
  await fund(world.owner, member.id, 150_00n);
  await beginPlay(world.owner, member.id);
  return member;
}

const begin = ({ id: memberId }: WorldMember, more: Partial<Parameters<typeof beginPlainMove>[1]> = {}) =>
  beginPlainMove(world.context, { memberId, game: 'pg', amount: AMOUNT, requestKey: undefined, ...more });

const transfersOf = async (members: WorldMember[]) =>
  (
    await sql<{ status: string; made_by: string }>`
      select status, xmin::text as made_by from transfer where member_id = any(${members.map(({ id }) => id)})`.execute(
      world.owner,
    )
  ).rows;

test('TRF-01 moves of one moment share a transaction, and one that is not plain stops no other', async () => {
  const plain = [await player(), await player(), await player()];
  const poor = await player();
  const frozen = await player();
  await sql`update member set frozen_at = now() where id = ${frozen.id}`.execute(world.owner);
  const idle = await world.newMember(['pg']);
  await fund(world.owner, idle.id, 150_00n);
  const again = await player();
  const requestKey = requestKeyOf(randomUUID(), 'move');
  await begin(again, { amount: 10_00n, requestKey });
  const others = [
    begin(poor, { amount: 150_01n }),
    begin(frozen),
    begin(idle),
    begin(again, { amount: 10_00n, requestKey }),
    begin(await player(), { game: 'imi' }),
    begin(await player(), { game: 'none' }),
  ];
  const legs = await Promise.all(plain.map((member) => begin(member)));
  expect(await Promise.all(others)).toEqual(others.map(() => undefined));
  for (const [nth, leg] of legs.entries())
    expect(leg).toMatchObject({
      member_id: plain[nth]?.id,
      state: 'SENT',
      sends: 1,
      claim: 1,
      is_sending: true,
    });
  const made = await transfersOf(plain);
  expect(made).toHaveLength(3);
  expect(new Set(made.map(({ made_by }) => made_by)).size).toBe(1);
  expect(await moneyOf(world.db, plain[0]?.id ?? 0n)).toEqual({
    wallet: 50_00n,
    held: 0n,
    inTransfer: AMOUNT,
  });
  expect(await transfersOf([poor, frozen, idle])).toEqual([]);

  const ends = await Promise.all(legs.map((leg) => leg && confirmPlainMove(world.db, leg)));
  expect(ends.map((end) => [end?.status, end?.moved, end?.has_bonus])).toEqual(
    plain.map(() => ['SUCCESS', AMOUNT, false]),
  );
  expect(new Set((await transfersOf(plain)).map(({ made_by }) => made_by)).size).toBe(1);
  for (const { id } of plain) expect(await moneyOf(world.db, id)).toMatchObject({ inTransfer: 0n });
});

test('SAFE-10 TRF-01 the rules of play are asked for a member whom one knows', async () => {
  const member = await player();
  await sql`
    insert into member_limit (member_id, kind, period, most, from_at)
    values (${member.id}, 'loss', 'day', 100, clock_timestamp() + interval '1 second')`.execute(world.owner);
  expect(await begin(member)).toBeUndefined();
  expect(await transfersOf([member])).toEqual([]);
});

test('TRF-01 a batch waits for no member whom another transaction holds', async () => {
  const [held, free] = [await player(), await player()];
  const answers = await world.owner.transaction().execute(async (trx) => {
    await sql`select from member where id = ${held.id} for update`.execute(trx);
    return Promise.all([begin(held), begin(free)]);
  });
  expect(answers.map((leg) => leg?.member_id)).toEqual([undefined, free.id]);
});

test('TRF-05 a house that takes no orders is found before anything is written', async () => {
  const member = await player();
  isHouseOpen = false;
  try {
    expect(await begin(member)).toBeUndefined();
  } finally {
    isHouseOpen = true;
  }
  expect(await transfersOf([member])).toEqual([]);
  expect(await moneyOf(world.db, member.id)).toMatchObject({ wallet: 150_00n, inTransfer: 0n });
});

test('TRF-05 only the holder of the claim ends a move, and once', async () => {
  const member = await player();
  const leg = await begin(member);
  if (leg === undefined) throw new Error('not begun');
  await sql`update transfer_leg set claim = claim + 1 where id = ${leg.id}`.execute(world.owner);
  expect(await confirmPlainMove(world.db, leg)).toBeUndefined();
  expect(await transfersOf([member])).toMatchObject([{ status: 'PENDING' }]);
  const holder = { ...leg, claim: leg.claim + 1 };
  const ends = await Promise.all([confirmPlainMove(world.db, holder), confirmPlainMove(world.db, holder)]);
  expect(ends.map((end) => end?.status)).toEqual(['SUCCESS', undefined]);
  expect(await moneyOf(world.db, member.id)).toMatchObject({ wallet: 50_00n, inTransfer: 0n });
});

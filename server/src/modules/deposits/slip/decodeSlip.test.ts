import { randomInt, randomUUID } from 'node:crypto';
import { generate } from 'promptparse';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { moveClock } from '../../../clock.ts';
import { Unanswered } from '../../../parsing/parserPool.ts';
import { NEW_SEARCH, type SlipSearch } from '../../../parsing/slipSearchState.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld, type WorldMember } from '../../../testing/verbWorld.ts';
import { decodeSlips } from './decodeSlip.ts';
import type { AskAboutSlip } from './readSlip.ts';
import { claimNextSlip } from './slipSteps.ts';

const LEASE_MS = 30_000;
const LONG_AGO = new Date(0);

let world: VerbWorld;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
});
afterEach(() => world.owner.deleteFrom('slip').execute());
afterAll(() => world.close());

/** A search that has found a slip that nobody has sent before. */
function found(): SlipSearch {
  const transRef = `20261128${randomInt(1e12)}`;
  const payload = generate.slipVerify({ sendingBank: '004', transRef });
  return { ...NEW_SEARCH, texts: [payload, payload], readings: 2, isOver: true };
}

/** A search that has found this text. */
const foundText = (payload: string): SlipSearch => ({ ...found(), texts: [payload, payload] });

/** A due slip of a new member, or of this one, and a node of which this function answers for the reader of pictures. */
async function waitingSlip(ask: AskAboutSlip, of?: WorldMember) {
  const member = of ?? (await world.newMember());
  const reference = randomUUID();
  await world.owner
    .insertInto('slip')
    .values({ member_id: member.id, reference, file_key: reference, step: 'DECODE', due_at: LONG_AGO })
    .execute();
  const files = { ...world.context.files, read: async () => Buffer.from('a picture') };
  const stored = () =>
    world.db.selectFrom('slip').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
  return {
    stored,
    claim: async () => (await stored()).claim,
    set: (columns: { due_at?: Date; claim?: number }) =>
      world.owner.updateTable('slip').set(columns).where('reference', '=', reference).execute(),
    decode: (signal?: AbortSignal) => decodeSlips({ ...world.context, files }, signal, ask),
  };
}

test('DEP-05 a slip that waits for its turn longer than a lease stays with its node, and is read', async () => {
  const turn = Promise.withResolvers<void>();
  const slip = await waitingSlip(async (_taker, question) => {
    await turn.promise;
    await question();
    return found();
  });
  const decoding = slip.decode();
  await expect.poll(slip.claim).toBe(1);
  await slip.set({ due_at: LONG_AGO });
  moveClock(LEASE_MS / 3);
  await expect.poll(slip.claim).toBe(2);
  moveClock(-LEASE_MS / 3);
  expect(await claimNextSlip(world.context, [])).toBeUndefined();
  turn.resolve();
  expect(await decoding).toBe(1);
  expect(await slip.stored()).toMatchObject({ step: 'LOOKUP', claim: 3 });
});

test('DEP-05 a slip that another node took meanwhile is left to it, and no parser is asked', async () => {
  const turn = Promise.withResolvers<void>();
  let isAsked = false;
  const slip = await waitingSlip(async (_taker, question) => {
    await turn.promise;
    await question();
    isAsked = true;
    return found();
  });
  const decoding = slip.decode();
  await expect.poll(slip.claim).toBe(1);
  const later = new Date(Date.now() + 3_600_000);
  await slip.set({ claim: 7, due_at: later });
  turn.resolve();
  expect(await decoding).toBe(1);
  expect(isAsked).toBe(false);
  expect(await slip.stored()).toMatchObject({ step: 'DECODE', claim: 7, due_at: later, attempts: 0 });
});

test('DEP-05 a reader that ends says nothing about the slip, which is read again; a third time ends it', async () => {
  const slip = await waitingSlip(async (_taker, question) => {
    await question();
    throw new Unanswered('ended');
  });
  const ends: unknown[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    await slip.set({ due_at: LONG_AGO });
    expect(await slip.decode()).toBe(1);
    const { status, note, attempts } = await slip.stored();
    ends.push([status, note, attempts]);
  }
  expect(ends).toEqual([
    ['PENDING', null, 1],
    ['PENDING', null, 2],
    ['FAILED', 'IMG_SIZE_UNABLE_TO_PROCESS', 3],
  ]);
});

test('DEP-05 what the decoder says of a picture is final at once', async () => {
  const slip = await waitingSlip(async (_taker, question) => {
    await question();
    throw new Unanswered('failed', 'not a picture');
  });
  expect(await slip.decode()).toBe(1);
  expect(await slip.stored()).toMatchObject({ status: 'FAILED', note: 'IMG_SIZE_UNABLE_TO_PROCESS' });
});

test('DEP-05 a turn that takes too long keeps what was found, and passes over what it began with', async () => {
  const begun: number[] = [];
  const first = { ...NEW_SEARCH, next: 2, readings: 1 };
  const slip = await waitingSlip(async (_taker, question) => {
    const { soFar } = await question();
    begun.push(soFar.next);
    if (soFar.next === 0) return first;
    if (soFar.next === 2) throw new Unanswered('late');
    expect(soFar).toMatchObject({ readings: 1, spentMs: 10_000 });
    return found();
  });
  expect(await slip.decode()).toBe(1);
  expect(begun).toEqual([0, 2, 3]);
  expect(await slip.stored()).toMatchObject({ step: 'LOOKUP' });
});

test('DEP-05 a slip of which a part took too long, and the rest showed nothing, is read again', async () => {
  const slip = await waitingSlip(async (_taker, question) => {
    const { soFar } = await question();
    if (soFar.next === 0) throw new Unanswered('late');
    return { ...soFar, isOver: true };
  });
  expect(await slip.decode()).toBe(1);
  expect(await slip.stored()).toMatchObject({ status: 'PENDING', step: 'DECODE', attempts: 1 });
});

test('DEP-05 a node that stops gives its slips back before their next turn, and no attempt counts', async () => {
  const stopping = new AbortController();
  const begun: number[] = [];
  const slip = await waitingSlip(async (_taker, question) => {
    begun.push((await question()).soFar.next);
    stopping.abort();
    return { ...NEW_SEARCH, next: 1 };
  });
  expect(await slip.decode(stopping.signal)).toBe(1);
  expect(begun).toEqual([0]);
  const { step, attempts, due_at } = await slip.stored();
  expect([step, attempts]).toEqual(['DECODE', 0]);
  expect(due_at?.getTime()).toBeLessThan(Date.now() + 1_000);
});

test('DEP-05 a proof that only its maker can look up waits for an operator; the member’s second upload joins it', async () => {
  const proof = (transRef: string) =>
    generate.trueMoneySlipVerify({ eventType: 'P2P', transactionId: transRef, date: '28112026' });
  const transRef = `5${randomInt(1e12)}`;
  const sent = async (text: string, of?: WorldMember) => {
    const ask: AskAboutSlip = async (_taker, question) => {
      await question();
      return foundText(text);
    };
    const slip = await waitingSlip(ask, of);
    await slip.decode();
    return slip;
  };
  const member = await world.newMember();
  const first = await sent(proof(transRef), member);
  const again = await sent(proof(transRef), member);
  const other = await sent(proof(`${transRef}1`), member);
  const stranger = await sent(proof(transRef));
  const { id } = await first.stored();
  expect(await first.stored()).toMatchObject({
    status: 'PENDING',
    step: 'OPERATOR',
    operator_note: 'WALLET_SLIP',
    trans_ref: transRef,
    sending_bank: null,
    payload: proof(transRef),
  });
  expect(await again.stored()).toMatchObject({ step: 'REPEAT', repeat_of: id, trans_ref: transRef });
  expect(await other.stored()).toMatchObject({ step: 'OPERATOR', repeat_of: null });
  expect(await stranger.stored()).toMatchObject({ step: 'OPERATOR', repeat_of: null });
});

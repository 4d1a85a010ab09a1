import type { TransferScenario } from '@krapao/contract/api/operator/incidents';
import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';
import { WALLET } from '@krapao/contract/walletCode';
import { sql } from 'kysely';
import { fund, until } from '../testing/moneyWorld.ts';
import type { TestServer } from '../testing/testServer.ts';
import { FaultTurns } from './faultTurns.ts';
import { type Played, WITHIN_MS } from './played.ts';
import { playMember } from './playMember.ts';

/** The sandbox's game that the scenario's switches belong to. */
const GAME = 'pg';
/** How much older the last sending becomes. */
const PASSES = { minute: sql`interval '1 minute'`, day: sql`interval '25 hours'` } as const;

/** Plays an order at the sandbox's house until it rests. Instead of waiting for hours, its row becomes older. */
export async function playTransfer(server: TestServer, scenario: TransferScenario): Promise<Played> {
  const { happened, end, play, because } = scenario;
  if (play === null) throw new Error(because ?? 'not reproducible');
  const { amount, direction } = happened;
  const member = await playMember(server, scenario);
  // A house that takes a baht too much finds it.
  const holds = (satangFromBaht(amount) ?? 0n) + 100n;
  await fund(server.db, member.id, holds);
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: GAME } });
  const move = (from: string, to: string, baht: number) =>
    member.client('POST /api/wallet/transfer', { body: { from, to, amount: baht } });
  const newest = () =>
    server.db
      .selectFrom('transfer_leg')
      .selectAll()
      .where('member_id', '=', member.id)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
  if (direction === 'out') {
    await move(WALLET, GAME, bahtFromSatang(holds));
    await until(async () => (await newest())?.state === 'CONFIRMED');
  }
  const before = (await newest())?.id;

  const faults = new FaultTurns(server, play.faults);
  await faults.turn();
  // It answers PENDING, or refuses; the row tells which.
  const call = (direction === 'in' ? move(WALLET, GAME, amount) : move(GAME, WALLET, amount)).catch(
    () => undefined,
  );
  let aged = -1;
  const leg = await until(async () => {
    await faults.turn();
    const seen = await newest();
    if (seen === undefined || seen.id === before) return undefined;
    const isReached = seen.state === end.state && seen.reason === end.reason;
    if (isReached || seen.due_at === null) return seen;
    // Once after each ask that is booked: one under way says itself when the next is due.
    if (play.passes !== 'nothing' && seen.state === 'UNKNOWN' && seen.asks !== aged) {
      aged = seen.asks;
      await server.owner
        .updateTable('transfer_leg')
        .set({ sent_at: sql<Date>`sent_at - ${PASSES[play.passes]}`, due_at: sql<Date>`site.now()` })
        .where('id', '=', seen.id)
        .where('state', '=', 'UNKNOWN')
        .execute();
      server.wakeJob('transfers');
    }
    return undefined;
  }, WITHIN_MS);
  await faults.off();
  await call;
  return {
    lines: [
      { name: 'state', exported: end.state, played: leg.state, isEnd: true },
      { name: 'reason', exported: end.reason, played: leg.reason, isEnd: true },
      { name: 'sent', exported: happened.sends, played: leg.sends, isEnd: false },
      { name: 'asked', exported: happened.asks, played: leg.asks, isEnd: false },
      { name: 'not found', exported: happened.notFound, played: leg.not_found, isEnd: false },
    ],
  };
}

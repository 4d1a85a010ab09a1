import { setTimeout as delay } from 'node:timers/promises';
import { writeSetting } from '../settings/settings.ts';
import { fund, until } from '../testing/moneyWorld.ts';
import { replaceWheel } from '../testing/prizeWheel.ts';
import { startClusterWorld } from './clusterWorld.ts';
import { type ConnectionEdits, connect } from './connectionEdits.ts';
import { type FirePlace, type FireWorld, startFireWorld } from './fireWorld.ts';
import { Journal } from './journal.ts';
import type { Victim } from './killer.ts';
import { BANK, GAMES, type Load, type Player, play } from './load.ts';
import { between, randomness } from './randomness.ts';
import { reckon } from './reckoning.ts';
import { connectHouse, takeSeats } from './seamlessRounds.ts';

export interface FireOptions extends FirePlace {
  /** The load plays against the cluster of `npm run cluster`, whose supervisor brings back what is killed. */
  isCluster?: boolean;
  kills: number;
  seed: number;
  members: number;
  /** Ends the killing early, at this time (milliseconds since the epoch). */
  until?: number;
  /** File for the acknowledged calls. */
  journalFile?: string;
  /** Called after each kill. */
  onKill?: (so: FireReport) => void;
  /** With a given database: called when calls are acknowledged again after a pause of a second or more. */
  onPause?: (milliseconds: number) => void;
}

export interface FireReport {
  kills: Record<Victim, number>;
  acknowledged: number;
  undecided: number;
  payments: number;
  /** Paid orders of the gateway. */
  paidOrders: number;
  /** Rounds of seamless games whose bet and win were answered. */
  rounds: number;
  /** Changes of connections that were applied while money went through them. */
  edits: number;
  /** Longest time from a kill to the next acknowledged call. */
  longestPauseMs: number;
  /** The differences that were found. */
  findings: string[];
}

// After a kill the world must answer within this time, and this many times before the next kill. A PostgreSQL that no
// longer answers is stopped after half a minute.
const SERVED_AGAIN_MS = 120_000;
const ANSWERS_BETWEEN = 6;
const ROUNDS_MIN = 6;
const INITIAL = 3_000_00n;
const LOOK_EVERY_MS = 100;
const PAUSE_MS = 1_000;
/** Killed first, so that a run of few kills has each kind. */
const EACH = ['node', 'backend', 'postmaster'] as const;

/**
 * Kills processes again and again while members move money. With a disk, every other kill cuts its power; with a standby
 * or a cluster, every kill is the primary's or a node's. Then compares everything with the answers that the members received.
 */
export async function runFire(options: FireOptions): Promise<FireReport> {
  const world = await (options.isCluster ? startClusterWorld() : startFireWorld(options));
  try {
    return await fight(world, options);
  } finally {
    await world.stop();
  }
}

async function fight(world: FireWorld, options: FireOptions): Promise<FireReport> {
  const random = randomness(options.seed);
  const killing = randomness(options.seed + 1);
  const journal = new Journal(options.journalFile);
  const edits = await connect(world);
  const houses = await connectHouse(world);
  const players = await makePlayers(world, options.members);
  for (const { member, seats } of players) seats.push(...(await takeSeats(world, member.id, houses)));
  const { account_no: accountNo } = await world.owner
    .selectFrom('deposit_account')
    .select('account_no')
    .where('bank_code', '=', BANK)
    .where('currency', '=', 'BAHT')
    .executeTakeFirstOrThrow();
  let isOver = false;
  const load: Load = { world, journal, accountNo, random, isOver: () => isOver };
  const report: FireReport = {
    kills: { node: 0, backend: 0, postmaster: 0, machine: 0, primary: 0 },
    acknowledged: 0,
    undecided: 0,
    payments: 0,
    paidOrders: 0,
    rounds: 0,
    edits: 0,
    longestPauseMs: 0,
    findings: [],
  };
  const playing = Promise.all([
    ...players.map((player) => play(load, player)),
    edits.run(randomness(options.seed + 2), load.isOver),
  ]);
  const over = playing.catch((error: unknown) => report.findings.push(`The load broke: ${error}`));

  for (let nth = 0; nth < options.kills; nth += 1) {
    if (
      report.findings.length > 0 ||
      world.endedByItself() !== undefined ||
      Date.now() > (options.until ?? Number.POSITIVE_INFINITY)
    )
      break;
    await delay(between(killing, 0, 250));
    const victim = draw(options, nth, killing());
    const [killedAt, before] = [Date.now(), journal.acknowledged];
    await world.kill(victim, killing);
    report.kills[victim] += 1;
    await until(
      async () =>
        journal.acknowledged >= before + ANSWERS_BETWEEN ||
        report.findings.length > 0 ||
        world.endedByItself() !== undefined,
      SERVED_AGAIN_MS,
    ).catch(() =>
      report.findings.push(
        `Nothing was acknowledged within ${SERVED_AGAIN_MS / 1000} s after kill ${nth + 1} (${victim}).`,
      ),
    );
    report.longestPauseMs = Math.max(report.longestPauseMs, Date.now() - killedAt);
    await world.recover(victim);
    sum(report, journal, edits);
    options.onKill?.(report);
  }
  if (options.databaseUrl !== undefined) await watch(journal, options, report);
  // However fast the kills were, the books are to be compared with some of each.
  if (report.findings.length === 0)
    await until(
      async () =>
        journal.payments.length > 0 && journal.paidOrders.length > 0 && journal.rounds.length >= ROUNDS_MIN,
      SERVED_AGAIN_MS,
    ).catch(() => report.findings.push('Nothing was paid, by QR or through the gateway, or few bets ended.'));
  isOver = true;
  await over;
  const ended = world.endedByItself();
  if (ended !== undefined) report.findings.push(ended);
  // Without an answer there is nothing to compare.
  if (report.findings.length > 0) return report;
  report.findings.push(...(await reckon(world, journal, players)));
  sum(report, journal, edits);
  return report;
}

/** Whoever owns the database fails it over; notes how long nothing is acknowledged. */
async function watch(journal: Journal, options: FireOptions, report: FireReport): Promise<void> {
  let [count, at] = [journal.acknowledged, Date.now()];
  while (Date.now() < (options.until ?? 0) && report.findings.length === 0) {
    await delay(LOOK_EVERY_MS);
    if (journal.acknowledged === count) continue;
    const pause = Date.now() - at;
    report.longestPauseMs = Math.max(report.longestPauseMs, pause);
    if (pause >= PAUSE_MS) options.onPause?.(pause);
    [count, at] = [journal.acknowledged, Date.now()];
  }
}

function draw({ disk, hasStandby, isCluster }: FireOptions, nth: number, drawn: number): Victim {
  if (hasStandby || isCluster) return nth % 2 === 0 ? 'primary' : 'node';
  if (disk && nth % 2 === 0) return 'machine';
  const first = EACH[nth];
  if (first !== undefined) return first;
  if (drawn < 0.3) return 'node';
  return drawn < 0.7 ? 'backend' : 'postmaster';
}

function sum(report: FireReport, journal: Journal, { applied }: ConnectionEdits): void {
  report.acknowledged = journal.acknowledged;
  report.undecided = journal.undecided;
  report.payments = journal.payments.length;
  report.paidOrders = journal.paidOrders.length;
  report.rounds = journal.rounds.length;
  report.edits = Object.values(applied).reduce((all, count) => all + count, 0);
}

/** Members with money in the wallet and accounts at the games; a wheel with many prizes. */
async function makePlayers(world: FireWorld, count: number): Promise<Player[]> {
  await world.owner
    .transaction()
    .execute((trx) => writeSetting(trx, 'spinwheel', { isActive: true, couponDays: 7 }, 'test'));
  await replaceWheel({ db: world.owner }, [
    { code: 'NONE' },
    { code: 'COIN', prize: 'coins', amount: 2n },
    { code: 'MONEY', prize: 'money', amount: 12_34n },
    { code: 'COUPON', prize: 'coupon', amount: 56_78n },
  ]);
  const players: Player[] = [];
  for (let index = 0; index < count; index += 1) {
    const member = await world.makeMember();
    await fund(world.owner, member.id, INITIAL);
    for (const game of GAMES)
      await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: game } });
    players.push({ index, member, initial: INITIAL, seats: [] });
  }
  return players;
}

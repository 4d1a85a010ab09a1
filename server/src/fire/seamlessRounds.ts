import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';
import { sql } from 'kysely';
import { setFaults } from '../testing/moneyWorld.ts';
import { callSandbox } from '../testing/sandboxBank.ts';
import { MAKERS, type MakerName, SAID } from '../testing/seamlessMakers.ts';
import { codeOf, connectSeamless, openSeamless } from '../testing/seamlessWorld.ts';
import { makeOperator } from '../testing/testOperator.ts';
import type { FireWorld } from './fireWorld.ts';
import type { Journal } from './journal.ts';
import type { Load, Player } from './load.ts';
import { between } from './randomness.ts';

const NAMES = Object.keys(MAKERS) as MakerName[];
/** What the house does wrong now and then. */
const FAULTS = ['betTwice', 'cancelFirst', 'lostAnswer', 'wrongKey', 'wrongAmount', 'slow'] as const;
/** The house repeats a win until the wallet has heard it: longer than a restart takes. */
const ANSWER_WITHIN_MS = 60_000;

/** Where a member plays at a maker of the seamless house. */
export interface Seat {
  maker: MakerName;
  user: string;
  token: string;
}

/** A round in the house's books, in satang. */
interface HouseRound {
  id: string;
  maker: MakerName;
  user: string;
  stake: bigint;
  win: bigint;
  state: string;
}

interface OurRound {
  reference: string;
  provider: string;
  staked: bigint;
  won: bigint;
  /** What its postings brought to the wallet. */
  moved: bigint;
}

/** Connects the seamless house as each of its makers. To be called before the site's first money. */
export async function connectHouse(world: FireWorld): Promise<{ id: string; name: MakerName }[]> {
  const site = { owner: world.owner, url: world.url, sandbox: world.sandbox };
  const admin = await makeOperator(site, 'administrator');
  const made: { id: string; name: MakerName }[] = [];
  for (const name of NAMES)
    made.push({ name, id: await connectSeamless(site, admin, name, { secret: world.secret }) });
  return made;
}

/** Opens every game of the house for a member. */
export async function takeSeats(
  { owner }: FireWorld,
  memberId: bigint,
  houses: { id: string; name: MakerName }[],
): Promise<Seat[]> {
  const seats: Seat[] = [];
  for (const house of houses)
    seats.push({ maker: house.name, ...(await openSeamless(owner, memberId, house)) });
  return seats;
}

/** Plays a round: the house bets from the wallet, draws, and pays; sometimes it does so wrongly. */
export async function playRound({ world, journal, random }: Load, { index, seats }: Player): Promise<void> {
  const { maker, user, token } = seats[between(random, 0, seats.length - 1)] as Seat;
  const mode = FAULTS[between(random, 0, FAULTS.length * 5)];
  if (mode) await setFaults(world.sandbox.url, { [`seamless:${maker}`]: { mode, times: 1, delayMs: 300 } });
  const stake = BigInt(between(random, 1_00, 20_00));
  const win = random() < 0.4 ? BigInt(between(random, 1, 48_00)) : 0n;
  const response = await fetch(`${world.sandbox.url}/games/seamless-${maker}/rounds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: user, token, stake: bahtFromSatang(stake), win: bahtFromSatang(win) }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => undefined);
  // The house goes on by itself; its books say what came of the round.
  if (response === undefined) return;
  if (!response.ok) throw new Error(await response.text());
  const { id, code, isPlayed } = (await response.json()) as { id: string; code: string; isPlayed: boolean };
  if (isPlayed) journal.playRound({ member: index, maker, id, stake, win });
  else if ([SAID.session[maker], SAID.closed[maker], SAID.limit[maker]].some((said) => said === code))
    journal.strange.push(`round ${id} of ${maker}: ${code}`);
}

async function houseRounds(world: FireWorld): Promise<HouseRound[]> {
  const all: HouseRound[] = [];
  for (const maker of NAMES) {
    const { rounds } = await callSandbox<{
      rounds: { id: string; username: string; stake: number; win: number; state: string }[];
    }>(world, 'GET', `/games/seamless-${maker}/rounds`);
    for (const { id, username, stake, win, state } of rounds)
      all.push({
        id,
        maker,
        user: username,
        stake: satangFromBaht(stake) ?? -1n,
        win: satangFromBaht(win) ?? -1n,
        state,
      });
  }
  return all;
}

/** What the house has still to tell the wallet, and rounds that are open here. */
export async function openRounds(world: FireWorld): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select format('round %s of %s is open', reference, provider) as what from game_round where closed_at is null
    limit 20`.execute(world.owner);
  if (rows.length > 0) return rows.map(({ what }) => what);
  return (await houseRounds(world))
    .filter(({ state }) => state === 'BET' || state === 'WIN' || state === 'CANCEL')
    .map(({ id, maker, state }) => `round ${id} is ${state} at ${maker}`);
}

/** What each member has lost at each maker by the house's own books, in satang; a net win is below zero. */
export interface HouseBooks {
  lost: Map<string, bigint>;
  findings: string[];
}

/**
 * Compares the house's rounds with ours one by one, and with what the members saw: none is lost, none is doubled, a
 * cancelled or refused one moved nothing, and sessions, days, statement and transactions say the same as the rounds.
 */
export async function compareRounds(world: FireWorld, journal: Pick<Journal, 'rounds'>): Promise<HouseBooks> {
  const findings: string[] = [];
  const lost = new Map<string, bigint>();
  const { rows } = await sql<OurRound>`
    select r.reference, r.provider, r.staked, r.won, coalesce(p.moved, 0)::bigint as moved
    from game_round r left join (
      select cause, sum(case code when 'game_bet' then -amount else amount end) as moved
      from ledger.posting where code in ('game_bet', 'game_win', 'game_cancel') group by cause) p on p.cause = 'round:' || r.id`.execute(
    world.owner,
  );
  const ours = new Map(rows.map((row) => [`${row.provider} ${row.reference}`, row]));
  const theirs = await houseRounds(world);
  for (const { id, maker, user, stake, win, state } of theirs) {
    const key = `${codeOf(maker)} ${id}`;
    const row = ours.get(key);
    ours.delete(key);
    const isPlayed = state === 'DONE';
    const expected = { staked: isPlayed ? stake : 0n, won: isPlayed ? win : 0n };
    const { staked, won, moved } = row ?? { staked: 0n, won: 0n, moved: 0n };
    if (staked !== expected.staked || won !== expected.won || moved !== won - staked)
      findings.push(
        `round ${id} (${state}) of ${maker}: ${staked} staked, ${won} won, ${moved} posted; the house says ${expected.staked}, ${expected.won}`,
      );
    const of = `${maker} ${user}`;
    lost.set(of, (lost.get(of) ?? 0n) + expected.staked - expected.won);
  }
  for (const key of ours.keys()) findings.push(`round ${key} is unknown at the house`);
  const done = new Map(theirs.map((round) => [round.id, round]));
  for (const { id, maker, stake, win } of journal.rounds) {
    const round = done.get(id);
    if (round?.state !== 'DONE' || round.stake !== stake || round.win !== win)
      findings.push(`round ${id} of ${maker} was played, and the house says ${round?.state ?? 'nothing'}`);
  }
  findings.push(...(await booksThatDiffer(world)));
  return { lost, findings };
}

/** Members whose rounds, sessions, days, statement and transactions do not say the same. */
async function booksThatDiffer({ owner }: FireWorld): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select format('member %s at %s: rounds %s, sessions %s, days %s, statement %s, transactions %s',
        member_id, provider, rounds, sessions, days, statement, transactions) as what
    from (select a.member_id, a.provider,
        (select coalesce(sum(won - staked), 0) from game_round r where (r.member_id, r.provider) = (a.member_id, a.provider)) as rounds,
        (select coalesce(sum(won - staked), 0) from game_session s where (s.member_id, s.provider) = (a.member_id, a.provider)) as sessions,
        (select coalesce(sum(win - stake), 0) from play_day d where (d.member_id, d.provider) = (a.member_id, a.provider)) as days,
        (select coalesce(sum(case when e.from_label = 'WALLET' then -e.amount else e.amount end), 0) from statement_entry e
          join game_session s on e.cause = 'play:' || s.id where (s.member_id, s.provider) = (a.member_id, a.provider)) as statement,
        (select coalesce(sum(case when verb = 'credit' then amount else -amount end), 0) from game_transaction t
          where (t.member_id, t.provider) = (a.member_id, a.provider) and state = 'BOOKED' and verb <> 'cancel') as transactions
      from game_account a join game_provider g on g.code = a.provider and g.kind = 'seamless') books
    where (rounds, rounds, rounds, rounds) <> (sessions, days, statement, transactions)
    union all
    select format('conflict %s of %s at %s', reason, reference, provider) from game_conflict where reason <> 'OTHER_CONTENT'
    limit 20`.execute(owner);
  return rows.map(({ what }) => what);
}

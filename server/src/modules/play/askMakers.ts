import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { claimDue, type LeasedWork, type LeaseEnd, workOnEach } from '../../jobs/leasedWork.ts';
import { giveBack, type Ladder, waitAfter } from '../../jobs/retry.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { underFence } from '../../jobs/underFence.ts';
import type { LiveConnection } from '../../providers/connections/connections.ts';
import type { AskedRound, RoundTold, ToldMove } from '../../providers/roundTold.ts';

const QUESTIONS: LeasedWork<'round_question'> = {
  job: 'ask-makers-of-rounds',
  table: 'round_question',
  key: ['round_id'],
};
const EVERY_MS = 2_000;
const AT_ONCE = 4;
/** A maker may settle a round hours later; until the round ends it is asked again. */
const ASK_AGAIN: Ladder = { waits: [300, 900, 3_600, 21_600], isEndless: true };

type Context = Pick<AppContext, 'db' | 'connections' | 'settings' | 'config' | 'metrics' | 'log'>;

/** Asks makers about rounds that are open for longer than `seamless.openRoundMinutes`. What they say moves no money. */
export const roundJobs = (context: Context): Job[] => [
  {
    name: QUESTIONS.job,
    intervalMs: EVERY_MS,
    run: async () => {
      await beginQuestions(context);
      return askDue(context);
    },
  },
];

async function beginQuestions({ db, settings }: Context): Promise<void> {
  const { openRoundMinutes } = settings.get('seamless');
  await sql`
    insert into round_question as q (round_id)
    select id from game_round where closed_at is null
      and opened_at < site.clock_timestamp() - make_interval(mins => ${openRoundMinutes}::integer)
      and not exists (select from round_question o where o.round_id = game_round.id
        and (o.due_at is not null or o.outcome = 'NEVER'))
    on conflict (round_id) do update set due_at = site.clock_timestamp()
      where q.due_at is null and q.outcome is distinct from 'NEVER'`.execute(db);
}

/** @returns how many rounds were asked about */
async function askDue(context: Context): Promise<number> {
  const due = await claimDue(context, QUESTIONS, {
    limit: AT_ONCE,
    set: { asks: sql`due.asks + 1`, asked_at: sql`site.clock_timestamp()` },
  });
  return workOnEach(context, QUESTIONS, due, async (claimed) => {
    const round = await findOpen(context, claimed.round_id);
    const answer = round ? await ask(context, round) : 'over';
    if (answer === 'over' || answer === 'never') {
      await underFence(context, QUESTIONS, claimed, async (trx, lock): Promise<LeaseEnd> => {
        await lock();
        await trx
          .updateTable('round_question')
          .set({ due_at: null, ...(answer === 'never' && { outcome: 'NEVER', told: null }) })
          .where('round_id', '=', claimed.round_id)
          .execute();
        return 'done';
      });
      return;
    }
    await giveBack(context, QUESTIONS, claimed, {
      end: 'retried',
      seconds: waitAfter(ASK_AGAIN, claimed.asks) ?? 0,
      // What the maker said before stays beside a question that got no answer.
      set:
        answer.status === 'told'
          ? { outcome: 'TOLD', told: jsonOf(answer.moves) }
          : { outcome: sql`coalesce(outcome, 'UNKNOWN')` },
    });
  });
}

interface OpenRound extends AskedRound {
  connectionId: string;
}

/** Undefined: the round is over. */
async function findOpen({ db }: Pick<Context, 'db'>, roundId: bigint): Promise<OpenRound | undefined> {
  const row = await db
    .selectFrom('game_round as r')
    .innerJoin('game_account as a', (join) =>
      join.onRef('a.member_id', '=', 'r.member_id').onRef('a.provider', '=', 'r.provider'),
    )
    .select(['r.connection_id', 'r.reference', 'a.username'])
    .where('r.id', '=', roundId)
    .where('r.closed_at', 'is', null)
    .executeTakeFirst();
  return row && { connectionId: row.connection_id, reference: row.reference, username: row.username };
}

/** `never`: the maker takes no such questions, or its connection was removed. */
async function ask({ connections }: Context, round: OpenRound): Promise<RoundTold | 'never'> {
  const found = await connections.current(round.connectionId);
  if (found === undefined || found.capability !== 'game') return 'never';
  const connection = found as LiveConnection<'game'>;
  if (connection.port.askRound === undefined) return 'never';
  try {
    return await connections.ask(
      connection,
      'round',
      (house) => house.askRound?.(round) ?? Promise.resolve({ status: 'unknown', reason: 'BAD_ANSWER' }),
      (result) => ({ trouble: result.status === 'told' ? null : result.reason }),
    );
  } catch {
    return { status: 'unknown', reason: 'BAD_ANSWER' };
  }
}

/** As it is stored: amounts are texts of satang. */
const jsonOf = (moves: readonly ToldMove[]) =>
  sql`${JSON.stringify(moves.map((move) => ({ ...move, amount: String(move.amount) })))}::jsonb`;
